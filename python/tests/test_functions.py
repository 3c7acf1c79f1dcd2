"""Functions of a state: shapes, kinds of numbers, broadcasting, out=, and what is refused."""
import functools
import pickle
import unittest

import numpy as np
import ulna
from ulna import _results


def states(robot, shape, seed=0):
    draw = np.random.default_rng(seed)
    return [draw.uniform(-1, 1, tuple(shape) + (robot.n,)) for _ in range(3)]


class Values(unittest.TestCase):
    def test_forward_undoes_inverse(self):
        for key in ulna.robots():
            robot = ulna.Robot.load(key)
            if any(robot.leaders):
                continue
            q, qd, qdd = states(robot, ())
            tau = robot.inverse_dynamics(q, qd, qdd)
            try:
                back = robot.forward_dynamics(q, qd, tau)
            except ulna.SingularError:
                continue
            # accelerations come back to rounding times the condition of the mass matrix
            np.testing.assert_allclose(back, qdd, atol=1e-13 * robot.mass_matrix_condition(q), err_msg=key)

    def test_torque_is_its_parts(self):
        robot = ulna.Robot.load("puma560")
        q, qd, qdd = states(robot, ())
        parts = (robot.mass_matrix(q) @ qdd + robot.coriolis_vector(q, qd) + robot.gravity_torques(q))
        np.testing.assert_allclose(robot.inverse_dynamics(q, qd, qdd), parts, rtol=1e-12, atol=1e-12)

    def test_inverse_kinematics_finds_the_pose(self):
        robot = ulna.Robot.load("puma560")
        q, _, _ = states(robot, (5,))
        target = robot.hand_pose(q)
        found = robot.inverse_kinematics(target, q + 0.05)
        np.testing.assert_allclose(robot.hand_pose(found.q), target, atol=1e-9)
        with self.assertRaisesRegex(ulna.NotConvergedError, "state 1: "):
            target[1, :3, 3] = 50
            robot.inverse_kinematics(target, starts=3)
        nan = robot.inverse_kinematics(target, starts=3, errors="nan").q
        self.assertTrue(np.isnan(nan[1]).all() and np.isfinite(nan[0]).all())

    def test_methods_agree(self):
        robot = ulna.Robot.load("puma560")
        q, qd, qdd = states(robot, (3,))
        want = robot.inverse_dynamics(q, qd, qdd)
        for method in ("lagrange", "newton-euler", "modified-newton-euler", "angeles", "strobe"):
            np.testing.assert_allclose(robot.inverse_dynamics(q, qd, qdd, method=method), want, rtol=1e-10, atol=1e-10)
        with self.assertRaisesRegex(ValueError, "method: 'lagrange'.* or 'strobe' was expected, not 'euler'"):
            robot.inverse_dynamics(q, qd, qdd, method="euler")

    def test_what_surrounds_a_state(self):
        robot = ulna.Robot.load("panda")
        q, qd, qdd = states(robot, (40,))
        still = np.zeros(7)
        np.testing.assert_allclose(robot.inverse_dynamics(q, still, still, gravity=[0, 0, -1.62]),
                                   robot.gravity_torques(q) * 1.62 / 9.81, rtol=1e-9, atol=1e-9)
        wrench = np.random.default_rng(1).normal(size=(40, 6))
        pose = robot.hand_pose(q)
        world = np.concatenate([np.einsum("kij,kj->ki", pose[:, :3, :3], wrench[:, 3:]),
                                np.einsum("kij,kj->ki", pose[:, :3, :3], wrench[:, :3])], axis=1)
        want = robot.inverse_dynamics(q, qd, qdd) - np.einsum("kij,ki->kj", robot.jacobian(q), world)
        np.testing.assert_allclose(robot.inverse_dynamics(q, qd, qdd, wrench=wrench), want, rtol=1e-9, atol=1e-9)
        one = robot.inverse_dynamics(q[3], qd[3], qdd[3], wrench=wrench[3])
        np.testing.assert_allclose(one, want[3], rtol=1e-9, atol=1e-9)
        np.testing.assert_array_equal(robot.inverse_dynamics(q[3], qd[3], qdd[3]),
                                      robot.inverse_dynamics(q[3:4], qd[3:4], qdd[3:4])[0])

    def test_a_lift_weighs_more(self):
        robot = ulna.Robot.load("pendulum")
        up = np.zeros(12)
        up[9:] = -robot.base[:3, :3].T @ robot.gravity
        q = np.full(robot.n, 0.3)
        np.testing.assert_allclose(robot.bias(q, 0 * q, base_motion=up), 2 * robot.gravity_torques(q), rtol=1e-12)


class Shapes(unittest.TestCase):
    """Every function, by the table: one state, a batch, and a batch by broadcasting agree."""

    def check(self, robot, name, info):
        function = getattr(robot, name)
        if "frame" in info["options"]:
            if not robot.frames:
                return
            function = functools.partial(function, frame=robot.frames[0]["name"])
        draw = np.random.default_rng(7)
        places = len(robot.friction_places)

        def sample(array, lead):
            if array["pose"]:
                poses = robot.hand_pose(draw.uniform(-0.5, 0.5, lead + (robot.n,)))
                return poses
            size = {"n": robot.n, "p": places}
            dims = tuple(size.get(d) or int(d) for d in array["dims"])
            if array["whole"]:
                return np.ones(lead + dims, int)
            return draw.uniform(0.1, 1, lead + dims)
        lead = (2, 3)
        many = [sample(a, lead) for a in info["inputs"]]
        result = function(*many)
        results = result if isinstance(result, tuple) else (result,)
        for row in np.ndindex(*lead):
            one = function(*[x[row] for x in many])
            ones = one if isinstance(one, tuple) else (one,)
            for a, b in zip(results, ones):
                if info["inputs"]:
                    a = a[row]
                # lanes and single functions add in another order
                np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-8, err_msg=name)
        if not info["inputs"]:
            return
        first = [many[0]] + [x[0, 0] for x in many[1:]]
        spread = function(*first)
        written = function(*[np.broadcast_to(x, lead + x.shape) if k else x for k, x in enumerate(first)])
        for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (spread, written))):
            np.testing.assert_array_equal(a, b, err_msg=name)
        given = tuple(np.full_like(x, 7) for x in results)
        again = function(*many, out=given if isinstance(result, tuple) else given[0])
        for a, b, c in zip(again if isinstance(again, tuple) else (again,), given, results):
            self.assertIs(a, b)
            np.testing.assert_array_equal(b, c, err_msg=name)

    def test_every_function(self):
        robots = [ulna.Robot.load("puma560"), ulna.Robot.load("panda")]
        for robot in robots:
            for name, info in _results.TABLE.items():
                with self.subTest(robot=robot.name, function=name):
                    self.check(robot, name, info)

    def test_no_states(self):
        robot = ulna.Robot.load("panda")
        none = np.zeros((0, 7))
        self.assertEqual(robot.inverse_dynamics(none, none, none).shape, (0, 7))
        self.assertEqual(robot.mass_matrix(np.zeros((3, 0, 7))).shape, (3, 0, 7, 7))


class Numbers(unittest.TestCase):
    def setUp(self):
        self.robot = ulna.Robot.load("panda")
        self.many = states(self.robot, (100,))

    def test_float32_gives_float32(self):
        for shape in ((), (1,), (100,)):
            narrow = [x.astype(np.float32) for x in states(self.robot, shape)]
            tau = self.robot.inverse_dynamics(*narrow)
            self.assertEqual(tau.dtype, np.float32)
            want = self.robot.inverse_dynamics(*[x.astype(float) for x in narrow])
            np.testing.assert_allclose(tau, want, rtol=1e-4, atol=1e-4)  # 24 bits, some hundred operations
        self.assertEqual(self.robot.inverse_dynamics(narrow[0], self.many[1], narrow[2]).dtype, np.float64)
        out = np.empty((100, 7), np.float32)
        self.assertIs(self.robot.inverse_dynamics(*self.many, out=out), out)
        np.testing.assert_allclose(out, self.robot.inverse_dynamics(*self.many), rtol=1e-5, atol=1e-5)

    def test_lists_and_whole_numbers(self):
        tau = self.robot.gravity_torques([0, 1, 0, -1, 0, 1, 0])
        np.testing.assert_array_equal(tau, self.robot.gravity_torques(np.array([0.0, 1, 0, -1, 0, 1, 0])))

    def test_strides_order_and_byte_order(self):
        q, qd, qdd = self.many
        want = self.robot.inverse_dynamics(q, qd, qdd)
        np.testing.assert_array_equal(self.robot.inverse_dynamics(np.asfortranarray(q), qd, qdd), want)
        np.testing.assert_array_equal(self.robot.inverse_dynamics(q.astype(">f8"), qd, qdd), want)
        wide = np.zeros((100, 14))
        out = wide[:, ::2]
        self.assertIs(self.robot.inverse_dynamics(q, qd, qdd, out=out), out)
        np.testing.assert_array_equal(wide[:, ::2], want)

    def test_out_may_be_an_input(self):
        q, qd, qdd = [x.copy() for x in self.many]
        want = self.robot.inverse_dynamics(q, qd, qdd)
        self.robot.inverse_dynamics(q, qd, qdd, out=qdd)
        np.testing.assert_array_equal(qdd, want)
        q, qd, qdd = [x[0].copy() for x in self.many]
        self.robot.inverse_dynamics(q, qd, qdd, out=q)
        np.testing.assert_array_equal(q, self.robot.inverse_dynamics(*[x[0] for x in self.many]))

    def test_what_is_refused(self):
        q, qd, qdd = [x[0] for x in self.many]
        f = self.robot.inverse_dynamics
        for args, kind, text in [
                ((q[:6], qd, qdd), ValueError, r"q must have shape \(..., 7\), not \(6,\)"),
                ((q, qd), TypeError, "qdd is missing"),
                ((q, qd, qdd, q), TypeError, "takes 3 arrays, not 4"),
                ((q + 0j, qd, qdd), TypeError, r"q must be real numbers \(float64 or float32\), not dtype\('complex128'\)"),
                ((["a"] * 7, qd, qdd), TypeError, "q must be real numbers"),
                ((None, qd, qdd), TypeError, "q must be real numbers"),
                ((q > 0, qd, qdd), TypeError, "q must be real numbers"),
                ((self.many[0][:3], self.many[1][:4], qdd), ValueError, r"\(4,\) of qd does not broadcast with \(3,\)")]:
            with self.subTest(text=text), self.assertRaisesRegex(kind, text):
                f(*args)
        for out, kind, text in [
                (np.empty(6), ValueError, r"out for tau must have shape \(7,\), not \(6,\)"),
                (np.empty(7, int), TypeError, "out for tau must be float64 or float32"),
                ([0] * 7, TypeError, "out must be an array")]:
            with self.subTest(text=text), self.assertRaisesRegex(kind, text):
                f(q, qd, qdd, out=out)
        fixed = np.empty(7)
        fixed.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            f(q, qd, qdd, out=fixed)
        with self.assertRaisesRegex(TypeError, "has no keyword 'speed'"):
            f(q, qd, qdd, speed=1)
        with self.assertRaisesRegex(TypeError, "q was given twice"):
            f(q, qd, qdd, q=q)
        np.testing.assert_array_equal(f(qdd=qdd, q=q, qd=qd), f(q, qd, qdd))

    def test_not_a_number(self):
        q, qd, qdd = [x.copy() for x in self.many]
        qd[41, 3] = np.nan
        with self.assertRaisesRegex(ValueError, r"qd\[41, 3\] is nan: finite numbers are expected"):
            self.robot.inverse_dynamics(q, qd, qdd)
        with self.assertRaisesRegex(ValueError, r"qd\[3\] is nan"):
            self.robot.inverse_dynamics(q[41], qd[41], qdd[41])
        with self.assertRaisesRegex(ValueError, r"q\[0\] is -inf"):
            self.robot.mass_matrix(np.array([-np.inf, 0, 0, 0, 0, 0, 0]))
        passed = self.robot.inverse_dynamics(q, qd, qdd, errors="nan")
        self.assertEqual(np.isnan(passed).any(axis=1).nonzero()[0].tolist(), [41])

    def test_any_number_that_is_none_is_told(self):
        # one speed is nothing to a pendulum's torque, and yet it must be told
        draw = np.random.default_rng(3)
        for name in ulna.robots():
            robot = ulna.Robot.load(name)
            for function, words in ((robot.inverse_dynamics, ("q", "qd", "qdd")), (robot.forward_dynamics, ("q", "qd", "tau"))):
                for kind in (np.float64, np.float32):
                    given = [draw.uniform(-1, 1, (37, robot.n)).astype(kind) for _ in range(3)]
                    for place in range(3 * robot.n):
                        which, joint, bad = place // robot.n, place % robot.n, (np.nan, np.inf, -np.inf)[place % 3]
                        wrong = [x.copy() for x in given]
                        wrong[which][21, joint] = bad
                        with self.assertRaisesRegex(ValueError, r"%s\[21, %d\] is %s" % (words[which], joint, bad)):
                            function(*wrong)
                function(*(1e150 * x.astype(float) if k == 0 else x for k, x in enumerate(given)))  # large, and no fault

    def test_a_singular_state(self):
        description = {"ulna": 1, "name": "stick", "convention": "dh", "gravity": [0, 0, 0], "joints": [
            {"name": "a", "type": "revolute", "theta": 0, "d": 0, "a": 1, "alpha": 0,
             "link": {"name": "one", "mass": 1, "com": [0, 0, 0], "inertia": {"about": "com", "xx": 0, "yy": 0, "zz": 0,
                                                                             "xy": 0, "xz": 0, "yz": 0}}},
            {"name": "b", "type": "revolute", "theta": 0, "d": 0, "a": 0, "alpha": 0,
             "link": {"name": "two", "mass": 0, "com": [0, 0, 0], "inertia": {"about": "com", "xx": 0, "yy": 0, "zz": 0,
                                                                             "xy": 0, "xz": 0, "yz": 0}}}]}
        try:
            robot = ulna.Robot.load(description)
        except ulna.RobotError as error:  # refused when it is read: nothing can be singular later
            self.assertTrue(error.problems)
            return
        with self.assertRaises(ulna.SingularError):
            robot.forward_dynamics(np.zeros(2), np.zeros(2), np.zeros(2))
        with self.assertRaisesRegex(ulna.SingularError, "state 0"):
            robot.forward_dynamics(np.zeros((50, 2)), np.zeros(2), np.zeros(2))

    def test_threads_do_not_change_a_bit(self):
        q, qd, qdd = states(self.robot, (10000,))
        self.robot.threads = 1
        want = self.robot.inverse_dynamics(q, qd, qdd)
        for threads in (0, 3):
            self.robot.threads = threads
            np.testing.assert_array_equal(self.robot.inverse_dynamics(q, qd, qdd), want)
        with self.assertRaisesRegex(ValueError, "threads: 0"):
            self.robot.threads = -1

    def test_pickled_robots_are_the_same(self):
        robot = pickle.loads(pickle.dumps(self.robot))
        np.testing.assert_array_equal(robot.gravity_torques(self.many[0]), self.robot.gravity_torques(self.many[0]))


if __name__ == "__main__":
    unittest.main()
