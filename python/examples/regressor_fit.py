"""Inertial parameters from a measured motion, by least squares: torques are linear in them.

    tau = Y(q, qd, qdd) pi,    Y of many states stacked, the columns that torques can tell apart kept
"""
import numpy as np
import ulna

robot = ulna.Robot.load("panda")
draw = np.random.default_rng(0)

# What a log would hold: a motion that moves everything, and torques with noise (0.1 N m).
t = np.linspace(0, 10, 2000)[:, None]
frequency, phase = draw.uniform(0.5, 3, robot.n), draw.uniform(0, 6, robot.n)
q = 0.8 * np.sin(frequency * t + phase)
qd = 0.8 * frequency * np.cos(frequency * t + phase)
qdd = -0.8 * frequency**2 * np.sin(frequency * t + phase)
noise = draw.normal(scale=0.1, size=q.shape)
tau = robot.inverse_dynamics(q, qd, qdd) + noise

# Y of all states at once, (2000, 7, 70); of its columns those that can be identified.
base = robot.base_parameters()
Y = robot.regressor(q, qd, qdd)[..., base["kept"]].reshape(-1, base["rank"])
beta, *_ = np.linalg.lstsq(Y, tau.ravel(), rcond=None)

left = tau.ravel() - Y @ beta
names = [robot.regressor_names()[k] for k in base["kept"]]
worst = np.argmax(np.abs(beta - base["beta"]))
print("%d of %d parameters can be told apart" % (base["rank"], base["columns"]))
print("noise put in %.4f N m, noise left %.4f N m" % (noise.std(), left.std()))
print("farthest from the truth: %s, %.4f instead of %.4f" % (names[worst], beta[worst], base["beta"][worst]))
