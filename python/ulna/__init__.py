"""Ulna: dynamics, drives, simulation and model-based control of robot arms.

    robot = ulna.Robot.load("puma560")
    tau = robot.inverse_dynamics(q, qd, qdd)    # (..., n) arrays in, (..., n) out

Angles in rad, everything in SI units. Six-vectors are angular first, poses 4 x 4.
"""
import importlib
from typing import Any

from ._core import Controller, Plant, Recorder, Resolver, Trajectory, robots, scenarios, version as __version__
from .errors import (CannotReadError, CannotWriteError, Error, FileError, HoldingError, InvalidArgumentError,
                     NotConvergedError, NotFiniteError, NotFoundError, OutsideLimitsError, Problem, RobotError,
                     ScenarioError, SingularError, UnsupportedError)
from .parts import (friction_at_release, friction_force, friction_hold, friction_szkodny, motor_current, motor_force, motor_reach,
                    motor_under_voltage, motor_voltage)
from .record import Event, Record, read_recording
from .robot import Robot
from .scenario import Run, Scenario, simulate
from .simulation import Simulation

__all__ = ["CannotReadError", "CannotWriteError", "Controller", "Error", "Event", "FileError", "HoldingError",
           "InvalidArgumentError", "NotConvergedError", "NotFiniteError", "NotFoundError", "OutsideLimitsError", "Plant",
           "Problem", "Record", "Recorder", "Resolver", "Robot", "RobotError", "Run", "Scenario", "ScenarioError", "Simulation",
           "SingularError", "Trajectory", "UnsupportedError", "__version__", "friction_at_release", "friction_force",
           "friction_hold", "friction_szkodny", "motor_current", "motor_force", "motor_reach", "motor_under_voltage", "motor_voltage",
           "read_recording", "robots", "scenarios", "simulate"]


def __getattr__(name: str) -> Any:
    """ulna.env, ulna.gpu, ulna.plot and ulna.study are imported when they are first used."""
    if name in ("env", "gpu", "plot", "study"):
        return importlib.import_module("." + name, __name__)
    raise AttributeError("module 'ulna' has no attribute %r" % name)
