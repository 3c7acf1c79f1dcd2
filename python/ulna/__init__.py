"""Ulna: dynamics, drives, simulation and model-based control of robot arms.

    robot = ulna.Robot.load("puma560")
    tau = robot.inverse_dynamics(q, qd, qdd)    # (..., n) arrays in, (..., n) out

Angles in rad, everything in SI units. Six-vectors are angular first, poses 4 x 4.
"""
from ._core import robots, version as __version__
from .errors import (CannotReadError, CannotWriteError, Error, FileError, HoldingError, InvalidArgumentError,
                     NotConvergedError, NotFiniteError, NotFoundError, OutsideLimitsError, Problem, RobotError,
                     ScenarioError, SingularError, UnsupportedError)
from .robot import Robot

__all__ = ["CannotReadError", "CannotWriteError", "Error", "FileError", "HoldingError", "InvalidArgumentError",
           "NotConvergedError", "NotFiniteError", "NotFoundError", "OutsideLimitsError", "Problem", "Robot", "RobotError",
           "ScenarioError", "SingularError", "UnsupportedError", "__version__", "robots"]
