"""From a URDF to a simulation under computed torque, with plots: about what the first five minutes look like.

    python from_urdf_to_simulation.py [arm.urdf]
"""
import os
import sys

import numpy as np
import ulna
import ulna.plot

path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "arm.urdf")
robot = ulna.Robot.load(path)
print(robot)

# What holds it, and what moves it: torques of one state, then of a thousand.
rest = np.zeros(robot.n)
print("gravity asks for", robot.gravity_torques(rest).round(3))
states = np.random.default_rng(0).uniform(-1, 1, (3, 1000, robot.n))
print("torques of a thousand states:", robot.inverse_dynamics(*states).shape)

# A run: from rest to a goal and back to rest, the controller 1 ms at a time, its model 10 % wrong.
run = ulna.simulate({
    "ulna_scenario": 1, "name": "reach", "robot": path, "start": {"q": rest}, "duration": 1.5,
    "integrator": {"method": "rk4", "step": 0.001},
    "controller": {"kind": "computed-torque", "period": 0.001, "gains": {"frequency": 25}, "friction": {"by": "desired"}},
    "model_error": {"mass": "+10 %"},
    "trajectory": [{"move": {"to": {"turn": 1.0, "lift": 0.8, "elbow": -0.9}, "duration": 1.0}}],
    "record": {"every": 0.005, "what": ["q", "desired_q", "tau", "hand"]}})
error = np.abs(run["q"] - run["desired_q"]).max(axis=0)
print("farthest from the desired motion, rad:", error.round(4))
ulna.plot.run(run, path="reach.svg")
print("plots: reach.svg")
