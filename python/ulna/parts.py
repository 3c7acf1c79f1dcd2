"""Laws of friction and motors by themselves, as robot files describe them; a dict has the fields of the C struct."""
from typing import Any, Mapping, Optional, Tuple

from . import _core


def friction_force(law: Mapping[str, Any], velocity: float, bearing: Optional[Mapping[str, float]] = None) -> float:
    """Force against a motion; 0 at exactly zero velocity. law: viscous, coulomb (2), static (2), ... C: ulna_friction_force."""
    return _core.friction("force", dict(law), velocity, None if bearing is None else dict(bearing))


def friction_at_release(law: Mapping[str, Any], direction: int, bearing: Optional[Mapping[str, float]] = None) -> float:
    """The same just after release, in direction +1 or -1."""
    return _core.friction("release", dict(law), direction, None if bearing is None else dict(bearing))


def friction_hold(law: Mapping[str, Any], direction: int, bearing: Optional[Mapping[str, float]] = None) -> float:
    """The largest force that holds at rest against a push in the given direction."""
    return _core.friction("hold", dict(law), direction, None if bearing is None else dict(bearing))


def friction_szkodny(F_start: float, F_motion: float, viscous: float, F_d: float, qd_a: float) -> Tuple[float, float]:
    """(F_r, F_re): the rest of a driving force, by eqs 17 and 18 of [Szkodny] as printed. C: ulna_friction_szkodny."""
    return _core.szkodny(F_start, F_motion, viscous, F_d, qd_a)


def motor_current(motor: Mapping[str, Any], force: float) -> float:
    """Current for a force, before any limit."""
    return float(_core.motor("current", dict(motor), force))


def motor_force(motor: Mapping[str, Any], current: float) -> float:
    """Force of a current."""
    return float(_core.motor("force", dict(motor), current))


def motor_voltage(motor: Mapping[str, Any], current: float, current_rate: float, speed: float) -> float:
    """Voltage for a current and its rate at a speed."""
    return float(_core.motor("voltage", dict(motor), current, current_rate, speed))


def motor_reach(motor: Mapping[str, Any], force: float, speed: float) -> Tuple[float, float, int]:
    """(force, current, limits): the force nearest to a desired one that the motor can keep up at a speed. limits: 1 current, 2 voltage."""
    found: Tuple[float, float, int] = _core.motor("reach", dict(motor), force, speed)
    return found


def motor_under_voltage(motor: Mapping[str, Any], voltage: float, speed: float, state: float) -> Tuple[float, float, int]:
    """(current, its rate, limits) under a voltage."""
    found: Tuple[float, float, int] = _core.motor("under_voltage", dict(motor), voltage, speed, state)
    return found
