"""References, leaks, memory that runs out, threads and forks."""
import gc
import os
import resource
import subprocess
import sys
import threading
import tracemalloc
import unittest

import numpy as np
import ulna


def grows(action, times=300):
    """Bytes by which memory grows per call, as Python sees it and as the system does."""
    for _ in range(times):
        action()
    gc.collect()
    tracemalloc.start()
    for _ in range(10):
        action()
    gc.collect()
    before = tracemalloc.take_snapshot()
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(times):
        action()
    gc.collect()
    after = tracemalloc.take_snapshot()
    tracemalloc.stop()
    python = sum(stat.size_diff for stat in after.compare_to(before, "filename")
                 if not stat.traceback[0].filename.endswith("tracemalloc.py"))
    return python / times, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - resident) * 1024 / times


class Leaks(unittest.TestCase):
    def check(self, action, times=300):
        for attempt in range(3):  # a leak is there each time; what others allocate meanwhile (caches, threads) is not
            python, resident = grows(action, times)
            if python < 16 and resident < 4096:
                return
        self.assertLess(python, 16, "bytes a call, tracemalloc")  # a lost object is 16 bytes or more
        self.assertLess(resident, 4096, "bytes a call, of the process")

    def setUp(self):
        self.robot = ulna.Robot.load("puma560")
        self.q = np.linspace(-1, 1, 6)
        self.many = np.tile(self.q, (50, 1))

    def test_functions(self):
        self.check(lambda: self.robot.inverse_dynamics(self.q, self.q, self.q), 3000)
        self.check(lambda: self.robot.inverse_dynamics(self.q.tolist(), self.q, self.many, wrench=[0] * 6), 3000)
        self.check(lambda: self.robot.inverse_dynamics(self.many, self.q, self.q))
        self.check(lambda: self.robot.drive_inverse_dynamics(self.many, self.q, self.q))
        self.check(lambda: self.robot.hand_pose(self.many.astype(np.float32)))
        out = np.empty((50, 6))
        references = sys.getrefcount(out)
        self.check(lambda: self.robot.inverse_dynamics(self.many, self.q, self.q, out=out))
        self.assertEqual(sys.getrefcount(out), references)

    def test_errors(self):
        nan = np.full((50, 6), np.nan)

        def wrong():
            for args, keywords in [((nan, self.q, self.q), {}), ((self.q[:3], self.q, self.q), {}), ((self.q,), {}),
                                   ((self.q, self.q, self.q), {"out": np.empty(3)}), ((self.q, self.q, self.q), {"method": "x"}),
                                   ((self.many, self.q, self.q), {"payload": [-1] + [0] * 9, "base_motion": [0] * 12})]:
                try:
                    self.robot.inverse_dynamics(*args, **keywords)
                except (ValueError, TypeError):
                    continue
                raise AssertionError("it was accepted")
            try:
                ulna.Robot.load({"ulna": 1})
            except ulna.RobotError:
                pass
        self.check(wrong)

    def test_objects(self):
        def whole():
            robot = ulna.Robot.load("planar2r")
            robot.inverse_dynamics(np.zeros((20, 2)), np.zeros(2), np.zeros(2))
            controller = ulna.Controller(robot, "computed-torque")
            controller.step(0, [0, 0], [0, 0], q=[0, 0])
            ulna.Resolver(robot).rate([0.1, 0.2], [0] * 6)
            plant = ulna.Plant(robot, lambda t, q, qd: q)
            plant.step(np.zeros(plant.state_count), 0.001)
            ulna.Trajectory.joints([[0], [1]], [0, 1]).sample([0, 1])
            ulna.Simulation(robot, controller=lambda t, q, qd, w: q).run([0, 0], 0.02)
            robot.joints, robot.drives
        self.check(whole, 60)

    def test_runs(self):
        def run():
            ulna.simulate("puma560_fall", duration=0.05).summary
        self.check(run, 60)


class OutOfMemory(unittest.TestCase):
    def test_memory_runs_out_with_an_exception(self):
        """In a process that may not have much: whatever fails, fails with MemoryError, and what is left works."""
        code = """
import resource, numpy as np, ulna
robot = ulna.Robot.load("puma560")
robot.threads = 1
q = np.zeros((100, 6))
robot.inverse_dynamics(q, q, q)
now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + (64 << 20), now + (64 << 20)))
big = np.broadcast_to(np.zeros(6), (10 ** 7, 6))
caught = 0
for f in (lambda: robot.inverse_dynamics(big, big, big), lambda: robot.drive_coefficients(big), lambda: robot.link_poses(big),
          lambda: robot.rollout(big, big), lambda: robot.inverse_dynamics(big.astype(np.float32)[:10], q[:10], np.zeros((10 ** 6, 10, 6)))):
    try:
        f()
    except MemoryError:
        caught += 1
assert caught == 5, caught
robot.inverse_dynamics(q, q, q)
robots = []
try:
    while True:
        robots.append(ulna.Robot.load("puma560"))
        robots[-1].threads = 1
        robots[-1].inverse_dynamics(q, q, q)
except MemoryError:
    pass
robots = None
robot.inverse_dynamics(q, q, q)
print("well")
"""
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.stdout, "well\n", done.stderr)


class Threads(unittest.TestCase):
    def test_one_robot_for_all_threads(self):
        robot = ulna.Robot.load("panda")
        robot.threads = 2
        q = np.random.default_rng(0).normal(size=(3000, 7))
        want = robot.inverse_dynamics(q, q, q), robot.joint_inertias(q[:200]).held, robot.gravity_torques(q[0])
        wrong = []

        def work():
            for _ in range(5):
                got = robot.inverse_dynamics(q, q, q), robot.joint_inertias(q[:200]).held, robot.gravity_torques(q[0])
                wrong.extend(k for k in range(3) if not np.array_equal(got[k], want[k]))
        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_others_run_during_a_batch(self):
        robot = ulna.Robot.load("puma560")
        q = np.zeros((300000, 6))
        done = threading.Event()
        thread = threading.Thread(target=lambda: (robot.drive_inverse_dynamics(q, q, q), done.set()))
        thread.start()
        turns = 0
        while not done.is_set():
            turns += 1
            done.wait(0.001)
        thread.join()
        self.assertGreater(turns, 10)

    def test_forks(self):
        robot = ulna.Robot.load("panda")
        robot.threads = 2
        q = np.zeros((5000, 7))
        want = robot.gravity_torques(q)
        child = os.fork()
        if child == 0:
            same = np.array_equal(robot.gravity_torques(q), want)  # its batch's threads stayed behind
            os._exit(0 if same else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == "__main__":
    unittest.main()
