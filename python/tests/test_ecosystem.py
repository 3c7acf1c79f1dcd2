"""Environments, plots, studies, the command."""
import concurrent.futures
import doctest
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import numpy as np
import ulna
import ulna.study
from ulna.env import ArmEnv

from study_functions import draw, fall, kill_once, refuse

HERE = os.path.dirname(os.path.abspath(__file__))


def starts(count):
    q = np.zeros((count, 6))
    q[:, 1:3] = np.random.default_rng(5).uniform([-0.5, -2], [0.5, -1], (count, 2))
    return q


class Environments(unittest.TestCase):
    def test_one_arm(self):
        env = ArmEnv("puma560")
        first, info = env.reset(seed=4)
        self.assertEqual((first.shape, info), ((21,), {}))
        self.assertTrue(env.observation_space.contains(first))
        np.testing.assert_array_equal(env.reset(seed=4)[0], first)
        observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        self.assertIsInstance(reward, float)
        self.assertIsInstance(terminated, bool)
        self.assertLess(reward, 0)
        self.assertFalse(truncated)

    def test_many_arms_are_single_ones(self):
        many = ArmEnv("panda", 8)
        many.reset(seed=1)
        one = ArmEnv("panda")
        one.reset(options={"q": many.q[5], "target": many.target[5]})
        actions = np.random.default_rng(2).uniform(-1, 1, (20, 8, 7))
        for action in actions:
            seen, reward, *_ = many.step(action)
            alone, its, *_ = one.step(action[5])
        np.testing.assert_allclose(seen[5], alone, rtol=1e-9, atol=1e-9)
        self.assertAlmostEqual(reward[5], its)

    def test_episodes_end_and_begin(self):
        env = ArmEnv("planar2r", 5, limit=3, reach=0)
        env.reset(seed=0)
        for k in range(3):
            observation, _, _, truncated, info = env.step(np.zeros((5, 2)))
        self.assertTrue(truncated.all())
        self.assertEqual(info["final_observation"].shape, observation.shape)
        self.assertTrue((env.steps == 0).all())
        near = ArmEnv("planar2r", reach=100)
        near.reset(seed=0)
        self.assertTrue(near.step(np.zeros(2))[2])
        with self.assertRaisesRegex(ValueError, "action: finite"):
            near.step([np.nan, 0])

    def test_a_reward_of_ones_own(self):
        env = ArmEnv("pendulum", 3, reward=lambda env, action: (np.cos(env.q[:, 0]), env.q[:, 0] > 9))
        env.reset(seed=0)
        np.testing.assert_array_equal(env.step(np.zeros((3, 1)))[1], np.cos(env.q[:, 0]))


class Plots(unittest.TestCase):
    def test_a_run_in_one_call(self):
        import matplotlib
        matplotlib.use("agg")
        import ulna.plot
        run = ulna.simulate("puma560_fall", duration=0.5)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.svg")
            figure = ulna.plot.run(run, path=path)
            labels = [axes.get_ylabel() for axes in figure.axes]
            self.assertEqual(labels[:3], ["q [rad]", "qd [rad/s]", "tau [N m]"])
            self.assertIn("hand [m]", labels)
            self.assertIn("hand [rad]", labels)
            with open(path, encoding="utf-8") as file:
                self.assertIn("</svg>", file.read())
            chosen = ulna.plot.run(run, ["energy"], show=False)
            self.assertEqual(len(chosen.axes[0].lines), 2 + len(run.events))
        with self.assertRaises(KeyError):
            ulna.plot.run(run, ["charm"])
        matplotlib.pyplot.close("all")


class Studies(unittest.TestCase):
    COUNT = 200

    @classmethod
    def setUpClass(cls):
        cls.want = ulna.study.run(fall, "puma560_fall", {"q": starts(cls.COUNT)}, seed=1, executor="serial")

    def same(self, study):
        self.assertEqual(set(study.results), {"rest", "events", "lost"})
        for name, value in self.want.arrays().items():
            np.testing.assert_array_equal(study.arrays()[name], value)

    def test_processes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fall.npz")
            seen = []
            study = ulna.study.run(fall, "puma560_fall", {"q": starts(self.COUNT)}, seed=1, workers=2, file=path,
                                   progress=lambda done, all: seen.append((done, all)))
            self.same(study)
            self.same(ulna.study.load(path))
            self.assertEqual(os.listdir(folder), ["fall.npz"])
            self.assertEqual(seen[-1], (self.COUNT, self.COUNT))

    def test_mpi(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fall.npz")
            done = subprocess.run(["mpiexec", "--allow-run-as-root", "--oversubscribe", "-n", "3", sys.executable, "-m",
                                   "mpi4py.futures", os.path.join(HERE, "study_mpi.py"), str(self.COUNT), path], cwd=HERE,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  env=dict(os.environ, OMPI_MCA_rmaps_base_oversubscribe="1"))
            self.assertEqual(done.returncode, 0, done.stdout)
            self.same(ulna.study.load(path))

    def test_dask(self):
        from distributed import Client, LocalCluster
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, \
                Client(cluster) as client:
            client.upload_file(os.path.join(HERE, "study_functions.py"))
            self.same(ulna.study.run(fall, "puma560_fall", {"q": starts(self.COUNT)}, seed=1, executor=client, chunk=20))

    def test_a_killed_worker_loses_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path, mark = os.path.join(folder, "x.npz"), os.path.join(folder, "mark")
            with self.assertRaises(Exception):
                ulna.study.run(kill_once, mark, {"x": np.arange(60)}, workers=2, file=path, chunk=1)
            self.assertFalse(os.path.exists(path))
            journal = ulna.study.Journal(path + ".partial", ulna.study.identity(
                kill_once, mark, ulna.study.variations_of({"x": np.arange(60)}), 0))
            journal.close(remove=False)
            kept = len(journal.done)
            self.assertGreater(kept, 5)
            with open(path + ".partial", "ab") as file:
                file.write(b"cut short")  # by a machine that went down while it wrote
            before = calls(mark)
            study = ulna.study.run(kill_once, mark, {"x": np.arange(60)}, workers=2, file=path, chunk=1)
            np.testing.assert_array_equal(study["x"], np.arange(60))
            self.assertEqual(calls(mark) - before, 60 - kept)
            self.assertFalse(os.path.exists(path + ".partial"))

    def test_a_task_that_takes_long_gives_back_what_it_has(self):
        want = ulna.study.run(draw, None, {"x": np.arange(50)}, seed=3, executor="serial")
        threads = concurrent.futures.ThreadPoolExecutor(2)
        self.addCleanup(threads.shutdown)
        for executor in ("serial", threads):
            told = []
            with unittest.mock.patch("ulna.study.MOST_SECONDS", -1.0):
                got = ulna.study.run(draw, None, {"x": np.arange(50)}, seed=3, executor=executor, chunk=20,
                                     progress=lambda done, all: told.append(done))
            np.testing.assert_array_equal(got["result"], want["result"])
            self.assertEqual(told, list(range(1, 51)))  # one by one

    def test_another_study_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.csv")
            with self.assertRaisesRegex(ValueError, "three"):
                ulna.study.run(refuse, None, {"x": range(5)}, file=path, executor="serial", chunk=1)
            with self.assertRaisesRegex(ValueError, "another study"):
                ulna.study.run(refuse, None, {"x": range(6)}, file=path, executor="serial")
            study = ulna.study.run(refuse, None, {"x": range(5)}, file=path, executor="serial", errors="nan")
            self.assertEqual(study.errors[3], "ValueError: three")
            self.assertTrue(np.isnan(study["result"][3]))
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.readline(), "seed,error,parameter_x,result\n")

    def test_seeds_depend_on_the_number_alone(self):
        few = ulna.study.run(draw, None, 5, seed=9, executor="serial")
        more = ulna.study.run(draw, None, [{"x": 0}] * 50, seed=9, executor="serial", chunk=7)
        np.testing.assert_array_equal(few.seeds, more.seeds[:5])
        self.assertEqual(len(set(more.seeds)), 50)
        self.assertNotEqual(ulna.study.seed_of(1, 0), ulna.study.seed_of(0, 1))


class Examples(unittest.TestCase):
    """The examples run, and print what they promise."""

    def run_example(self, name, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, os.path.join(HERE, "..", "examples", name), *arguments], cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ, MPLBACKEND="agg"))
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout, os.listdir(folder)

    def test_from_urdf_to_simulation(self):
        text, files = self.run_example("from_urdf_to_simulation.py")
        self.assertIn("torques of a thousand states: (1000, 3)", text)
        self.assertEqual(files, ["reach.svg"])

    def test_regressor_fit(self):
        text, _ = self.run_example("regressor_fit.py")
        put_in, left = (float(word) for word in re.findall(r"(0\.\d+) N m", text))
        self.assertLess(abs(put_in - left), 0.002)  # 14,000 numbers, 43 parameters: 0.2 % of the noise goes into them

    def test_monte_carlo(self):
        text, files = self.run_example("monte_carlo.py", "20")
        self.assertIn("20 falls", text)
        self.assertEqual(files, ["fall.npz"])


class Guide(unittest.TestCase):
    def test_the_chapter_is_true(self):
        """Every >>> of the chapter prints what follows it."""
        page = os.path.join(HERE, "..", "..", "docs", "guide", "08-python.md")
        with open(page, encoding="utf-8") as file:
            blocks = re.findall(r"```pycon\n(.*?)```", file.read(), re.S)
        self.assertGreater(len(blocks), 5)
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "08-python.md", page, 0)
                runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
                said = io.StringIO()
                runner.run(test, out=said.write)
            finally:
                os.chdir(here)
        self.assertEqual(runner.summarize(verbose=False).failed, 0, said.getvalue())


def calls(mark):
    with open(mark + ".calls", encoding="utf-8") as file:
        return len(file.read().split())


class Command(unittest.TestCase):
    def test_the_command(self):
        done = subprocess.run([sys.executable, "-m", "ulna", "robots"], stdout=subprocess.PIPE, text=True, check=True)
        for key in ulna.robots():
            self.assertIn(key, done.stdout)
        self.assertEqual(subprocess.run([sys.executable, "-m", "ulna", "show", "nobody"], stderr=subprocess.DEVNULL).returncode, 2)


if __name__ == "__main__":
    unittest.main()
