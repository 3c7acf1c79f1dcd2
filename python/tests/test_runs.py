"""Trajectories, resolved motion, controllers, plants, simulations, scenarios and recordings."""
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
import ulna

PENDULUM = {"ulna_scenario": 1, "name": "swing", "robot": "pendulum", "start": {"q": [0.5]}, "duration": 1,
            "integrator": {"method": "rk4", "step": 0.001}, "record": {"every": 0.01, "what": ["q", "qd", "hand", "energy"]}}

NAMED = {"ulna": 1, "name": "named", "convention": "dh", "gravity": [0, 0, -9.81],
         "joints": [{"name": "j", "type": "revolute", "theta": 0, "d": 0, "a": 1, "alpha": 0,
                     "link": {"name": "l", "mass": 1, "com": [0, 0, 0],
                              "inertia": {"about": "com", "xx": 1, "yy": 1, "zz": 1, "xy": 0, "xz": 0, "yz": 0}}}]}


class Motion(unittest.TestCase):
    def test_joints_through_points(self):
        motion = ulna.Trajectory.joints([[0, 0], [1, 2]], [0, 2])
        q, qd, qdd = motion.sample(np.linspace(0, 2, 5).reshape(5, 1))
        self.assertEqual((q.shape, motion.duration, motion.joint_count), ((5, 1, 2), 2, 2))
        np.testing.assert_allclose(q[[0, 2, 4], 0], [[0, 0], [0.5, 1], [1, 2]], atol=1e-15)
        np.testing.assert_allclose(np.concatenate([qd[[0, 4]], qdd[[0, 4]]]), 0, atol=1e-12)
        shortest = ulna.Trajectory.joints([[0], [1]], profile="trapezoid", limits={"velocity": [1], "acceleration": [2]})
        self.assertAlmostEqual(shortest.duration, 1.5)
        with self.assertRaisesRegex(ulna.OutsideLimitsError, "joint 1: speed above the limit"):
            ulna.Trajectory.joints([[0], [1]], [0, 0.1], limits={"velocity": [1]})
        with self.assertRaisesRegex(ValueError, "profile: 'cubic'"):
            ulna.Trajectory.joints([[0], [1]], [0, 1], profile="septic")
        with self.assertRaises(ValueError):
            motion.sample(np.nan)

    def test_the_hand_on_a_line(self):
        start, goal = np.eye(4), np.eye(4)
        goal[:3, 3] = [0.3, 0, 0.4]
        motion = ulna.Trajectory.hand(start=start, goal=goal, duration=2)
        pose, twist, acceleration = motion.sample(1.0)
        np.testing.assert_allclose(pose[:3, 3], [0.15, 0, 0.2], atol=1e-15)
        self.assertEqual((twist.shape, acceleration.shape), ((6,), (6,)))
        with self.assertRaisesRegex(TypeError, "hand_motion has no 'speeed'; it has"):
            ulna.Trajectory.hand(speeed=1)

    def test_resolved_motion(self):
        robot = ulna.Robot.load("panda")
        resolver = ulna.Resolver(robot, method="damped")
        q, twist = np.full(7, 0.3), np.array([0, 0, 0, 0.1, 0, 0])
        qd, outcome = resolver.rate(q, twist, preferred=resolver.prefer_posture(q, np.zeros(7), 0.5))
        np.testing.assert_allclose(robot.jacobian(q) @ qd, twist, atol=1e-12)
        self.assertEqual(outcome["scale"], 1)
        resolver.prefer_limits(q, 0.1, 1)
        qdd, _ = resolver.acceleration(q, qd, twist)
        np.testing.assert_allclose(robot.jacobian(q) @ qdd + robot.jacobian_rate(q, qd), twist, atol=1e-10)
        with self.assertRaisesRegex(ValueError, r"q: shape \(7, \) was expected"):
            resolver.rate(q[:6], twist)

    def test_a_controller_holds_what_is_wrong(self):
        robot = ulna.Robot.load("puma560")
        controller = ulna.Controller(robot, "computed-torque", joints={"frequency": 40}, period=0.002)
        q = np.zeros(6)
        tau = controller.step(0, q, q, q=q)
        self.assertFalse(controller.holding)
        self.assertIsNone(controller.fault)
        np.testing.assert_allclose(tau, robot.gravity_torques(q), atol=1e-9)
        controller.step(0.002, q * np.nan, q, q=q)
        self.assertTrue(controller.holding)
        self.assertEqual((controller.fault["kind"], controller.stage), ("not-finite", "hold"))
        controller.reset()
        self.assertIsNone(controller.fault)
        self.assertEqual(controller.outcome["tau"].shape, (6,))
        kp, kv, inertia = controller.gains(q)
        np.testing.assert_allclose(kp, 1600)
        with self.assertRaisesRegex(ulna.InvalidArgumentError, "period must be above 0"):
            ulna.Controller(robot, "unified", period=-1)
        with self.assertRaisesRegex(TypeError, "step has no keyword 'Q'"):
            controller.step(0, q, q, Q=q)
        with self.assertRaisesRegex(TypeError, "a Robot was expected"):
            ulna.Controller("puma560", "unified")


class Plants(unittest.TestCase):
    def test_energy_is_kept(self):
        robot = ulna.Robot.load("pendulum")
        plant = ulna.Plant(robot, friction=False)
        y = plant.start(np.concatenate([[0.5], np.zeros(plant.state_count - 1)]))
        before = sum(plant.energy(y))
        after, events, counts = plant.advance(y, 0, 2, relative=1e-10, absolute=1e-10)
        self.assertAlmostEqual(sum(plant.energy(after)), before, places=6)
        self.assertGreater(counts["steps"], 5)
        self.assertEqual(events, [])

    def test_linear_plants(self):
        robot = ulna.Robot.load("planar2r")
        plant = ulna.Plant(robot, linear=True, friction=False)
        y = plant.start(np.array([0.3, 0.2, 0.1, -0.1] + [0] * 4))
        A, B = plant.linearise(y)
        derivatives = robot.forward_dynamics_derivatives(y[:2], y[2:4], np.zeros(2))
        np.testing.assert_allclose(A[2:, :2], derivatives.dqdd_dq, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(B[2:], derivatives.dqdd_dtau, rtol=1e-9)

    def test_what_an_input_raises_comes_out(self):
        def wrong(t, q, qd):
            raise ZeroDivisionError("mine")
        plant = ulna.Plant(ulna.Robot.load("pendulum"), wrong)
        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            plant.rate(np.zeros(plant.state_count))
        with self.assertRaisesRegex(ValueError, "what the function gives: shape"):
            ulna.Plant(ulna.Robot.load("pendulum"), lambda t, q, qd: [0, 0]).rate(np.zeros(plant.state_count))

    def test_a_simulation_under_a_controller_in_python(self):
        robot = ulna.Robot.load("puma560")
        motion = ulna.Trajectory.joints([[0] * 6, [0.5] * 6], [0, 1])
        controller = ulna.Controller(robot, "computed-torque", joints={"frequency": 40}, friction={"by": "desired"})

        def step(t, q, qd, wrench):
            want = motion.sample(t)
            return controller.step(t, q, qd, q=want[0], qd=want[1], qdd=want[2])
        simulation = ulna.Simulation(robot, controller=step)
        rows, events = simulation.run(np.zeros(6), 1.0)
        self.assertEqual((rows["q"].shape, rows["hand"].shape), ((101, 6), (101, 4, 4)))
        self.assertLess(np.abs(rows["q"][-1] - 0.5).max(), 2e-3)
        self.assertLess(simulation.statistics["energy_error"], 1e-9)
        np.testing.assert_allclose(rows["hand"][50], robot.hand_pose(rows["q"][50]), atol=1e-12)

        def stop(t, q, qd, wrench):
            raise KeyError("stop")
        with self.assertRaises(KeyError):
            ulna.Simulation(robot, controller=stop).run(np.zeros(6), 1.0)

    def test_signals_payloads_and_surfaces(self):
        robot = ulna.Robot.load("planar2r")
        simulation = ulna.Simulation(robot, input=[1.5, [{"kind": "sine", "amplitude": 1, "frequency": 2}, {"kind": "step", "to": 1, "start": 0.1}]],
                                     payloads=[(0.2, {"mass": 1, "com": [0, 0, 0]}), (0.4, None)], integrator="erk",
                                     hand_wrench=[0, 0, 0, 0, 0, 0])
        rows, events = simulation.run([0.1, 0.2], 0.5)
        self.assertEqual([e.kind for e in events if e.kind == "payload"], ["payload"] * 2)
        np.testing.assert_allclose(rows["u"][0], [1.5, 0], atol=1e-15)
        with self.assertRaisesRegex(ValueError, "input: 2 signals were expected, not 1"):
            ulna.Simulation(robot, input=[0])
        with self.assertRaisesRegex(TypeError, "signal has no 'wave'"):
            ulna.Simulation(robot, input=[{"wave": 1}, 0])

    def test_rollouts_are_plants(self):
        robot = ulna.Robot.load("puma560")
        draw = np.random.default_rng(3)
        q, qd, tau = draw.normal(size=(3, 6, 6)) * [[[1]], [[1]], [[20]]]
        ends = robot.rollout(q, qd, tau, step=1e-3, steps=50)
        for k in range(6):
            plant = ulna.Plant(robot)
            plant.u = tau[k]
            y = plant.start(np.concatenate([q[k], qd[k], np.zeros(4)]))
            for step in range(50):
                y, _ = plant.step(y, 1e-3, step * 1e-3, event_tolerance=1e-12)
            np.testing.assert_allclose(ends[0][k], y[:6], atol=1e-8)
        with self.assertRaisesRegex(ValueError, r"q must have shape \(..., 6\)"):
            robot.rollout(np.zeros(5), np.zeros(6))


class Scenarios(unittest.TestCase):
    def test_dicts_and_changes(self):
        run = ulna.simulate(PENDULUM)
        self.assertEqual(run["q"].shape, (101, 1))
        self.assertEqual(run.units["q1"], "rad")
        other = ulna.simulate(PENDULUM, start={"q": [0.25]}, duration=0.5)
        self.assertEqual((len(other), other["q"][0, 0]), (51, 0.25))
        fall = ulna.simulate("puma560_fall", start={"q": np.zeros(6)}, duration=0.1, stops={"kind": "none"})
        np.testing.assert_array_equal(fall["q"][0], np.zeros(6))
        arm = ulna.simulate(dict(PENDULUM, robot={
            "ulna": 1, "name": "stick", "convention": "dh", "gravity": [0, -9.81, 0], "joints": [
                {"name": "a", "type": "revolute", "theta": 0, "d": 0, "a": 1, "alpha": 0, "link": {
                    "name": "one", "mass": 1, "com": [-0.5, 0, 0],
                    "inertia": {"about": "com", "xx": 0.01, "yy": 0.1, "zz": 0.1, "xy": 0, "xz": 0, "yz": 0}}}]}))
        self.assertEqual(arm.about["robot"], "robot.yaml")

    def test_every_built_in_begins(self):
        for key in ulna.scenarios():
            scenario = ulna.Scenario.load(key)
            rows, _ = scenario.start().advance(0.01)
            self.assertGreater(len(rows), 0, key)
            self.assertEqual(scenario.robot.n, len(scenario.robot.joints))

    def test_problems(self):
        with self.assertRaises(ulna.ScenarioError) as caught:
            ulna.Scenario.load(dict(PENDULUM, start={"q": [1, 2]}, duration="long"))
        self.assertGreaterEqual(len(caught.exception.problems), 2)
        with self.assertRaisesRegex(ulna.NotFoundError, "puma560_fall"):
            ulna.Scenario.load("puma560_fal")
        with self.assertRaisesRegex(TypeError, "a run has no option 'speed'"):
            ulna.Scenario.load("puma560_fall").run(speed=1)

    def test_pieces_are_the_whole(self):
        scenario = pickle.loads(pickle.dumps(ulna.Scenario.load("puma560_fall")))
        whole, _ = scenario.start().advance()
        run = scenario.start()
        pieces = [run.advance(t)[0] for t in (0.3, 1.1)] + [run.advance()[0]]
        self.assertTrue(run.is_over)
        np.testing.assert_array_equal(np.concatenate(pieces), whole)
        self.assertLess(run.summary["energy_error"], 1e-3)

    def test_recordings_read_back(self):
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("npz", "csv"):
                path = os.path.join(folder, "fall." + ending)
                run = ulna.simulate("puma560_fall", record=path)
                self.assertGreater(len(run.events), 0)
                read = ulna.read_recording(path)
                np.testing.assert_array_equal(read.table, run.table)
                self.assertEqual((read.events, read.status, read.about), (run.events, "complete", run.about))
                self.assertEqual(read.data.dtype, run.data.dtype)
                again = read.save(os.path.join(folder, "again." + ending))
                with open(path, "rb") as a, open(again, "rb") as b:
                    self.assertEqual(a.read(), b.read())
            with self.assertRaises(ulna.CannotWriteError):
                ulna.simulate(PENDULUM, record=os.path.join(folder, "no", "such.csv"))
            with self.assertRaisesRegex(KeyError, "tau was not recorded; there is t, q, qd"):
                ulna.simulate(PENDULUM, duration=0.1)["tau"]

    def test_the_command_writes_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            ours, its = os.path.join(folder, "a.npz"), os.path.join(folder, "b.npz")
            ulna.simulate("puma560_fall", record=ours)
            subprocess.run([sys.executable, "-m", "ulna", "simulate", "puma560_fall", "--quiet", "--record", its], check=True,
                           stdout=subprocess.DEVNULL)
            with open(ours, "rb") as a, open(its, "rb") as b:
                self.assertEqual(a.read(), b.read())

    def test_xarray(self):
        try:
            import xarray  # noqa: F401
        except ImportError:
            self.skipTest("xarray is not installed")
        data = ulna.simulate(PENDULUM).to_xarray()
        self.assertEqual(data["q"].attrs["units"], "rad")
        self.assertEqual(data["hand"].dims, ("t", "hand_of"))

    def hear_ctrl_c(self):
        """As a terminal has it: programs in the background are started deaf to it."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_ctrl_c_stops_a_long_run(self):
        self.hear_ctrl_c()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "long.csv")
            long = dict(PENDULUM, duration=1e6, integrator={"method": "rk4", "step": 1e-4})
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            start = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                ulna.simulate(long, record=path)
            timer.join()
            self.assertLess(time.monotonic() - start, 20)
            self.assertEqual(os.listdir(folder), ["long.incomplete.csv"])
            self.assertIn("incomplete", ulna.read_recording(os.path.join(folder, "long.incomplete.csv")).status)

    def test_ctrl_c_stops_many_states(self):
        self.hear_ctrl_c()
        robot = ulna.Robot.load("puma560")
        target = np.tile(robot.hand_pose(np.zeros(6)), (10 ** 6, 1, 1))
        target[:, :3, 3] += 10  # out of reach: every state tries all starts
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            robot.inverse_kinematics(target, errors="nan", starts=2)
        timer.join()

    def test_runs_of_two_threads(self):
        scenario = ulna.Scenario.load("puma560_fall")
        want = scenario.run(duration=0.5).table
        results = [None] * 4

        def one(k):
            results[k] = scenario.run(duration=0.5).table
        threads = [threading.Thread(target=one, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results:
            np.testing.assert_array_equal(result, want)


class Pages(unittest.TestCase):
    def test_notebooks_show_runs_and_robots(self):
        run = ulna.simulate(PENDULUM)
        page = run.to_html()
        self.assertTrue(page.startswith("<!doctype html>") and '"kind":"run"' in page and '"rows":101' in page)
        shown = run._repr_html_()
        self.assertTrue(shown.startswith('<iframe sandbox="allow-scripts') and "<script" not in shown)
        robot = ulna.Robot.load({**NAMED, "name": "</script><b>"})
        page = robot.to_html()
        self.assertIn('"kind":"robot"', page)
        self.assertNotIn("</script><b>", page)
        self.assertIn("srcdoc", robot._repr_html_())
        again = pickle.loads(pickle.dumps(run))
        self.assertEqual(len(again.to_html()), len(run.to_html()))


class Parts(unittest.TestCase):
    def test_friction_and_motors(self):
        law = {"viscous": 1, "coulomb": [2, 3], "static": [4, 5]}
        self.assertEqual(ulna.friction_force(law, 0.5), 2.5)
        self.assertEqual(ulna.friction_force(law, -0.5), -3.5)
        self.assertEqual(ulna.friction_hold(law, -1), 5)
        self.assertEqual(abs(ulna.friction_at_release(law, 1)), 2)
        motor = {"torque_constant": 0.2, "back_emf": 0.2, "resistance": 1.6, "current_limit": 10, "voltage_limit": 40}
        self.assertEqual(ulna.motor_current(motor, 1), 5)
        self.assertEqual(ulna.motor_force(motor, 5), 1)
        self.assertEqual(ulna.motor_voltage(motor, 5, 0, 10), 10)
        self.assertEqual(ulna.motor_reach(motor, 5, 0), (2, 10, 1))
        self.assertEqual(ulna.motor_under_voltage(motor, 8, 0, 0)[0], 5)

    def test_generated_code(self):
        files, counts = ulna.Robot.load("panda").generate("id", "panda")
        self.assertIn("panda_id", files["panda.h"])
        self.assertGreater(counts["id"]["multiplications"], 50)
        with self.assertRaises(ulna.InvalidArgumentError):
            ulna.Robot.load("panda").generate("flight")

    def test_drives_over_the_workspace(self):
        robot = ulna.Robot.load("puma560")
        held, free = robot.actuator_inertia_range(samples=50)
        at = robot.actuator_inertias(held["q_maximum"][1])
        self.assertAlmostEqual(at.held[1], held["maximum"][1], places=9)
        self.assertTrue((held["minimum"] <= held["maximum"]).all() and (free["maximum"] <= held["maximum"] + 1e-9).all())


if __name__ == "__main__":
    unittest.main()
