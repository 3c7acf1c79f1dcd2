"""The golden cases of tests/golden, through Python: for one state, and for many where functions go in lanes."""
import json
import math
import os
import unittest

import numpy as np
import ulna

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "golden")
ACCEPT = {condition: "golden case" for condition in ("mass", "positive_inertia", "triangle_inequality", "far")}


def load(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


def inertia(tensor):
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = tensor
    return {"about": "com", "xx": xx, "yy": yy, "zz": zz, "xy": xy, "xz": xz, "yz": yz}


def rpy(R):
    return [math.atan2(R[2][1], R[2][2]), math.atan2(-R[2][0], math.hypot(R[0][0], R[1][0])), math.atan2(R[1][0], R[0][0])]


def by_joint(values):
    return {"j%d" % (k + 1): x for k, x in enumerate(values) if x != 0}


def drive(body, coupling, row, name):
    screws = [{"gain": s["gain"], "s": s["s"], "mu": s["mu"], "nu": s["nu"], "phi0": s["phi0"], "phase": by_joint(s["w"])}
              for s in coupling["screws"] if s["row"] == row]
    return {"name": "%s %d" % (name, row + 1), "mounted_on": "l%d" % body["mount"] if body["mount"] else "base",
            "pose": {"xyz": body["p"], "rpy": rpy(body["R"])}, "kind": "linear" if body["kind"] == "P" else "rotary",
            "couples": by_joint(coupling["K"][row]), "offset": coupling["offset"][row], "screws": screws,
            "rotor": {"mass": body["m"], "com": body["com"], "inertia": inertia(body["inertia"])},
            "counted_in_link": body["lumped"]}


def robot_of(case):
    model = case["model"]
    robot = {"ulna": 1, "name": "golden", "source": "a test", "convention": model.get("convention", "dh"),
             "gravity": model["gravity"], "joints": []}
    if "tool" in model:
        robot["tool"] = model["tool"]
    for k, link in enumerate(model["links"]):
        robot["joints"].append({
            "name": "j%d" % (k + 1), "type": "prismatic" if link["joint"] == "P" else "revolute",
            "theta": link["theta"], "d": link["d"], "a": link["a"], "alpha": link["alpha"],
            "link": {"name": "l%d" % (k + 1), "mass": link["m"], "com": link["com"], "inertia": inertia(link["inertia"])}})
    drives = case.get("drives")
    if drives:
        robot["drives"] = []
        for k, body in enumerate(drives["actuators"]):
            one = drive(body, drives["coupling"], k, "motor")
            one["friction"] = {"viscous": body["kv"], "coulomb": body["Fm"], "static": body["Fs"]}
            one["motor"] = {"type": "dc", "torque_constant": body["kt"]}
            robot["drives"].append(one)
        robot["elements"] = [drive(body, drives["element_coupling"], k, "element")
                             for k, body in enumerate(drives.get("elements", []))]
        payload = drives.get("payload")
        if payload:
            robot["payload"] = {"mass": payload["m"], "com": payload["com"], "inertia": inertia(payload["inertia"])}
    return ulna.Robot.load(robot, accept=ACCEPT)


def around(case):
    model, keywords = case["model"], {}
    if "base" in model:
        base = model["base"]
        keywords["base_motion"] = np.concatenate([base["omega"], base["alpha"], base["v"], base["a"]])
        if not keywords["base_motion"].any():
            del keywords["base_motion"]  # lanes have no base motion
    if "tip_wrench" in model:
        keywords["wrench"] = np.concatenate([model["tip_wrench"]["force"], model["tip_wrench"]["moment"]])
    return keywords


class Golden(unittest.TestCase):
    def passes(self, case, quantity, got):
        """The rule of the golden files: max|x - expected| <= tolerance max(1, max|expected|)."""
        expected = np.asarray(case["expected"][quantity], float)
        tolerance = case["tolerance"].get(quantity, case["tolerance"]["default"])
        worst = np.abs(np.asarray(got, float).reshape(expected.shape) - expected).max(initial=0)
        allowed = tolerance * max(1, np.abs(expected).max(initial=0))
        self.assertLessEqual(worst, allowed, "%s: %s" % (case["id"], quantity))

    def both(self, function, *states, **keywords):
        """One state's answer, which many states side by side must agree with to rounding."""
        one = function(*states, **keywords)
        many = function(*[np.tile(x, (9, 1)) for x in states], **keywords)
        for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (one, many))):
            np.testing.assert_allclose(b, np.broadcast_to(a, b.shape), rtol=1e-9, atol=1e-9 * max(1, np.abs(a).max(initial=0)))
        return one

    def test_kinematics_and_dynamics(self):
        cases = load("open.json")["cases"]
        self.assertGreaterEqual(len(cases), 40)
        for case in cases:
            with self.subTest(case=case["id"]):
                self.dynamics(case, robot_of(case), around(case))

    def dynamics(self, case, robot, keywords):
        q, qd, qdd, tau = (np.array(case[key], float) for key in ("q", "qd", "qdd", "tau_in"))
        self.passes(case, "tau", self.both(robot.inverse_dynamics, q, qd, qdd, **keywords))
        self.passes(case, "M", self.both(robot.mass_matrix, q))
        self.passes(case, "Cqd", robot.coriolis_vector(q, qd))
        self.passes(case, "G", self.both(robot.gravity_torques, q))
        self.passes(case, "bias", self.both(robot.bias, q, qd, **keywords))
        self.passes(case, "tip_torque", robot.hand_torques(q, **keywords))
        self.passes(case, "J", self.both(robot.jacobian, q))
        self.passes(case, "Jdot_qd", robot.jacobian_rate(q, qd))
        motion = robot.point_motion(q, qd, qdd, **keywords)
        self.passes(case, "tip_velocity", motion.velocity)
        self.passes(case, "tip_acceleration", motion.acceleration)
        wrenches = robot.joint_wrenches(q, qd, qdd, **keywords)
        if case["model"].get("convention", "dh") == "dh":
            self.passes(case, "joint_force", wrenches.force)
            self.passes(case, "joint_moment", wrenches.moment)
        self.passes(case, "qdd_forward", self.both(robot.forward_dynamics, q, qd, tau, **keywords))
        for method in ("lagrange", "newton-euler", "modified-newton-euler", "angeles", "strobe"):
            self.passes(case, "tau", robot.inverse_dynamics(q, qd, qdd, method=method, **keywords))
        if "C" in case["expected"]:
            self.passes(case, "C", robot.christoffel(q))

    def test_resolved_and_gross_motion(self):
        for case in load("open.json")["control_cases"]:
            robot, keywords = robot_of(case), around(case)
            with self.subTest(case=case["id"]):
                getattr(self, case["kind"])(case, robot, keywords)

    def resolved_motion(self, case, robot, keywords):
        q, qd = np.array(case["q"]), np.array(case["qd"])
        resolver = ulna.Resolver(robot, ignore_limits=True)
        qdd, outcome = resolver.acceleration(q, qd, case["hand_acceleration"], previous=case["qdd_prev"])
        self.passes(case, "qdd", qdd)
        self.assertEqual((outcome["held"].nonzero()[0] + 1).tolist(), case["expected"]["held_joints"])
        self.passes(case, "qd", resolver.rate(q, case["hand_twist"], previous=case["qd_prev"])[0])
        self.passes(case, "nonlinear_hand_acceleration", robot.jacobian_rate(q, qd))

    def gross_motion(self, case, robot, keywords):
        given = [np.broadcast_to(np.array(case[key], float), (robot.n,))
                 for key in ("q_a", "qd_a", "q_d", "qd_d", "qdd_d", "kp", "kv")]
        friction = [np.broadcast_to(np.array(case["friction"][key], float), (robot.n,))
                    for key in ("mu_static", "mu_dynamic", "gamma")]
        parts = robot.gross_motion(*given, *friction, **keywords)
        for name, quantity in (("qdd_adj", "qdd_adj"), ("tau_without_friction", "tau_without_friction"),
                               ("friction", "friction_torque"), ("tau", "tau")):
            self.passes(case, quantity, getattr(parts, name))

    def pseudo_force(self, case, robot, keywords):
        tau = robot.pseudo_force_torques(case["q"], case["hand_force"], case["hand_moment"])
        self.passes(case, "tau_pseudo", tau)
        self.passes(case, "G", robot.gravity_torques(case["q"]))
        self.passes(case, "tau", tau + robot.gravity_torques(case["q"]))

    def test_rollouts(self):
        for case in load("open.json")["rollouts"]:
            with self.subTest(case=case["id"]):
                robot = robot_of(case)
                plant = ulna.Plant(robot)
                plant.u = case["tau"]
                y = plant.start(np.concatenate([case["q0"], case["qd0"], np.zeros(4)]))
                states = [y]
                for k in range(case["expected"]["step"][-1]):
                    y, _ = plant.step(y, case["eps"], k * case["eps"])
                    states.append(y)
                states = np.array(states)[case["expected"]["step"]]
                self.passes(case, "q", states[:, :robot.n])
                self.passes(case, "qd", states[:, robot.n:2 * robot.n])
                q, qd = np.tile(case["q0"], (5, 1)), np.tile(case["qd0"], (5, 1))
                paths = robot.rollout(q, qd, case["tau"], step=case["eps"], steps=case["expected"]["step"][-1], path=True)
                which = [k for k in range(len(case["expected"]["step"])) if case["expected"]["step"][k] > 0]
                at = [case["expected"]["step"][k] - 1 for k in which]
                part = dict(case, expected={"q": np.array(case["expected"]["q"])[which], "qd": np.array(case["expected"]["qd"])[which]})
                self.passes(part, "q", paths[2][at, 3])
                self.passes(part, "qd", paths[3][at, 3])

    def test_udut(self):
        for case in load("open-udut.json")["cases"]:
            with self.subTest(case=case["id"]):
                robot, keywords = robot_of(case), around(case)
                q, qd, tau = (np.array(case[key], float) for key in ("q", "qd", "tau_in"))
                parts = robot.mass_matrix_udut(q)
                for name in ("M", "U", "D", "p", "psi", "M_tilde", "M_art"):
                    if name in case["expected"]:
                        self.passes(case, name, getattr(parts, name))
                solved = robot.udut_solve(q, tau)
                self.passes(case, "qdd_solve", solved.x)
                for name in ("tau_hat", "tau_tilde"):
                    if name in case["expected"]:
                        self.passes(case, name, getattr(solved, name))
                self.passes(case, "bias", robot.bias(q, qd, **keywords))
                for method in (None, "saha", "articulated", "composite"):
                    self.passes(case, "qdd_forward", robot.forward_dynamics(q, qd, tau, method=method, **keywords))

    def test_derivatives(self):
        for case in load("open-derivatives.json")["cases"]:
            with self.subTest(case=case["id"]):
                robot, keywords = robot_of(case), around(case)
                q, qd, qdd, tau = (np.array(case[key], float) for key in ("q", "qd", "qdd", "tau_in"))
                if "drives" not in case:
                    inverse = self.both(robot.inverse_dynamics_derivatives, q, qd, qdd, **keywords)
                    forward = self.both(robot.forward_dynamics_derivatives, q, qd, tau, **keywords)
                    forward = forward._asdict()
                else:
                    inverse = robot.drive_inverse_dynamics_derivatives(q, qd, qdd, **keywords)
                    forward = robot.drive_forward_dynamics_derivatives(q, qd, tau, **keywords)._asdict()
                    forward["dqdd_dtau"] = forward.pop("dqdd_dforces")
                    direct = robot.drive_forward_dynamics_derivatives(q, qd, case["F_ad_in"], input="F_ad", **keywords)
                    for name, quantity in (("qdd", "qdd_direct"), ("dqdd_dq", "dqdd_direct_dq"), ("dqdd_dqd", "dqdd_direct_dqd"),
                                           ("dqdd_dforces", "dqdd_direct_dF_ad")):
                        self.passes(case, quantity, getattr(direct, name))
                for name, value in inverse._asdict().items():
                    self.passes(case, name, value)
                forward["qdd_forward"] = forward.pop("qdd")
                for name, value in forward.items():
                    self.passes(case, name, value)

    def test_regressor_and_base_parameters(self):
        for case in load("open-regressor.json")["cases"]:
            with self.subTest(case=case["id"]):
                robot, keywords = robot_of(case), around(case)
                of = "drives" if "drives" in case else "links"
                if case["kind"] == "base_parameters":
                    found = robot.base_parameters(of)
                    for name in ("zero", "kept", "dropped"):
                        self.assertEqual(found[name].tolist(), case["expected"][name])
                    self.assertEqual(found["rank"], case["expected"]["rank"])
                    self.passes(case, "grouping", found["grouping"])
                    self.passes(case, "beta", found["beta"])
                    continue
                q, qd, qdd = (np.array(case[key], float) for key in ("q", "qd", "qdd"))
                Y, hand = self.both(robot.regressor, q, qd, qdd, of=of, **{k: v for k, v in keywords.items() if k != "wrench"}), \
                    robot.regressor_hand(q, qd, qdd, **keywords)
                pi = robot.regressor_parameters(of=of)
                self.passes(case, "Y", Y)
                self.passes(case, "pi", pi)
                self.passes(case, "tip_torque", hand)
                self.passes(case, "tau", Y @ pi + hand)

    def test_drives(self):
        for case in load("open-drives.json")["cases"]:
            with self.subTest(case=case["id"]):
                robot = robot_of(case) if "model" in case else None
                getattr(self, "drives_" + case["kind"])(case, robot, around(case) if robot else {})

    def drives_drive(self, case, robot, keywords):
        q, qd, qdd = (np.array(case[key], float) for key in ("q", "qd", "qdd"))
        coupling = robot.coupling(q)
        self.passes(case, "q_a", coupling.q_a)
        self.passes(case, "dqa_dq", coupling.K)
        self.passes(case, "d2qa_dq2", coupling.H)
        self.passes(case, "qd_a", coupling.K @ qd)
        forces = robot.drive_inverse_dynamics(q, qd, qdd, **keywords)
        for name in ("F", "F_a", "F_ad"):
            self.passes(case, name, getattr(forces, name))
        self.passes(case, "D_ij", self.both(robot.drive_mass_matrix, q))
        self.passes(case, "qdd_direct", robot.drive_forward_dynamics(q, qd, case["F_ad_in"], **keywords))
        parts = robot.drive_coefficients(q)
        for name in ("D_ij", "D_ijk", "D_i"):
            self.passes(case, name, getattr(parts, name))
        if "D_ij_simplified" in case["expected"]:
            self.passes(case, "D_ij_simplified", robot.drive_mass_matrix(q, rotors="simplified"))
            self.passes(case, "F_simplified", robot.drive_inverse_dynamics(q, qd, qdd, rotors="simplified", **keywords).F)

    def drives_coupling(self, case, robot, keywords):
        solved = robot.coupling_solve(case["q_a"], [0.8, 1.9, -1.6, 1.2, 0][:robot.n])  # the golden note's own start
        self.passes(case, "q", solved.q)
        self.passes(case, "dqa_dq", robot.coupling(solved.q).K)
        still = np.zeros(robot.n)
        self.passes(case, "holding_current", robot.drive_inverse_dynamics(solved.q, still, still).current)

    def drives_friction_law(self, case, robot, keywords):
        rows = zip(*(case[key] for key in ("Fs", "Fm", "kv", "F_d", "qd_a")))
        F_r, F_re = zip(*(ulna.friction_szkodny(*row) for row in rows))
        self.passes(case, "F_r", F_r)
        self.passes(case, "F_re", F_re)

    def drives_stick(self, case, robot, keywords):
        F_d = np.array(case["F_d"])
        found = robot.stick_accelerations(case["q"], np.zeros(robot.n), F_d, np.zeros(len(robot.friction_places), int))
        self.passes(case, "mode", found.mode_after)
        self.passes(case, "qdd", found.qdd)
        self.passes(case, "friction", found.friction)

    def drives_simulate(self, case, robot, keywords):
        knots, currents = case["knot"], np.array(case["currents"])

        def input_(t, q, qd):
            k = min(max(int(math.floor(t / knots)), 0), len(currents) - 2)
            return currents[k] + min(t / knots - k, 1) * (currents[k + 1] - currents[k])
        for integrator, h in (("euler", case["dt"]), ("rk4", 0.0005)):
            plant = ulna.Plant(robot, input_, driven_by="current")
            y = np.concatenate([case["q0"], case["qd0"], np.zeros(plant.state_count - 2 * robot.n)])
            if integrator == "rk4":
                y = plant.start(y)
            q, qd, modes, events, step = [], [], [], [], 0
            for t in case["t"]:
                for step in range(step, round(t / h)):
                    y, happened = plant.step(y, h, step * h, integrator, 1e-10)
                    events += happened
                step = round(t / h)
                q.append(y[:robot.n])
                qd.append(y[robot.n:2 * robot.n])
                modes.append(plant.modes)
            if integrator == "euler":
                for name, value in (("q", q), ("qd", qd), ("q_a", robot.coupling(np.array(q)).q_a), ("mode", modes)):
                    self.passes(case, name, value)
            else:
                for name, value in (("ref_q", q), ("ref_q_a", robot.coupling(np.array(q)).q_a),
                                    ("event_t", [e[0] for e in events]), ("event_actuator", [e[2] + 1 for e in events]),
                                    ("event_left_mode", [e[3] for e in events])):
                    self.passes(case, name, value)


if __name__ == "__main__":
    unittest.main()
