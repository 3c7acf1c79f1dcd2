"""Robots from names, files, texts and dicts; problems as exceptions and as data."""
import os
import tempfile
import unittest

import ulna

BROKEN = os.path.join(os.path.dirname(__file__), "..", "..", "tests", "broken")

ARM = {"ulna": 1, "name": "arm", "convention": "dh", "gravity": [0, -9.81, 0], "joints": [
    {"name": "a", "type": "revolute", "theta": 0, "d": 0, "a": 1, "alpha": 0,
     "link": {"name": "one", "mass": 1, "com": [-0.5, 0, 0],
              "inertia": {"about": "com", "xx": 0.01, "yy": 0.1, "zz": 0.1, "xy": 0, "xz": 0, "yz": 0}}}]}

URDF = """<robot name="box"><link name="base"/><link name="arm"><inertial><origin xyz="0 0 0.5"/><mass value="2"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>"""


class Loading(unittest.TestCase):
    def test_built_in_robots(self):
        for key, name in ulna.robots().items():
            self.assertEqual(ulna.Robot.load(key).name, name)
        with self.assertRaisesRegex(ulna.NotFoundError, "puma560"):
            ulna.Robot.load("puma56")

    def test_a_dict(self):
        robot = ulna.Robot.load(ARM)
        self.assertEqual((robot.name, robot.n, robot.joint_names), ("arm", 1, ("a",)))
        self.assertEqual(robot.joints[0]["link"]["body"]["mass"], 1)
        self.assertAlmostEqual(robot.gravity_torques([0.0])[0], 0.5 * 9.81)

    def test_files_and_texts(self):
        self.assertEqual(ulna.Robot.parse(URDF, name="box.urdf").n, 1)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "box.urdf")
            with open(path, "w", encoding="utf-8") as file:
                file.write(URDF)
            robot = ulna.Robot.load(path, gravity=[0, 0, -1])
            self.assertEqual(robot.gravity.tolist(), [0, 0, -1])
            self.assertAlmostEqual(abs(robot.gravity_torques([0.5])[0]), 2 * 0.5 * 0.479425538604203)
        with self.assertRaises(OSError) as caught:
            ulna.Robot.load("no/such/file.yaml")
        self.assertEqual(caught.exception.status, "ULNA_CANNOT_READ")

    def test_problems_are_data(self):
        files = [os.path.join(folder, name) for folder, _, names in os.walk(BROKEN) for name in sorted(names)
                 if name.endswith((".yaml", ".urdf"))]
        refused = 0
        for path in files:
            try:
                ulna.Robot.load(path)
            except ulna.Error as error:
                refused += 1
                first = error.first()
                self.assertTrue(str(error).startswith(first.message))
                self.assertEqual(error.file, path)
                self.assertIn(first.text, first.message)
        self.assertGreater(refused, len(files) // 2)

    def test_a_problem_says_where(self):
        bad = dict(ARM, joints=[dict(ARM["joints"][0], link=dict(ARM["joints"][0]["link"], mass=-1))])
        with self.assertRaises(ulna.RobotError) as caught:
            ulna.Robot.load(bad)
        self.assertEqual(caught.exception.first().condition, "mass")
        self.assertIn("mass", str(caught.exception))
        self.assertIsNone(caught.exception.line)  # a dict has none; the subject tells where
        self.assertIn('"one"', caught.exception.first().subject)
        self.assertIsInstance(caught.exception, ValueError)
        accepted = ulna.Robot.load(dict(ARM, joints=[dict(ARM["joints"][0], link=dict(
            ARM["joints"][0]["link"], inertia={"about": "com", "xx": 5, "yy": 0.1, "zz": 0.1, "xy": 0, "xz": 0, "yz": 0}))]),
            accept={"triangle_inequality": "a test"})
        self.assertTrue(any(p.severity == "note" and "a test" in p.message for p in accepted.problems))

    def test_a_dict_holds_only_what_files_can(self):
        with self.assertRaisesRegex(TypeError, "not <object"):
            ulna.Robot.load(dict(ARM, name=object()))


if __name__ == "__main__":
    unittest.main()
