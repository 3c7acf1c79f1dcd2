"""Simulations of a robot under a controller written in Python."""
from typing import Any, Dict, List, NamedTuple, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core

UNITS = {"t": "s", "q": "rad|m", "qd": "rad/s|m/s", "qdd": "rad/s^2|m/s^2", "tau": "N m|N", "q_a": "rad|m", "qd_a": "rad/s|m/s",
         "current": "A", "kinetic": "J", "potential": "J", "work_drives": "J", "work_friction": "J", "work_stops": "J",
         "work_world": "J", "depth": "m", "contact_force": "N"}


class Happened(NamedTuple):
    """An event of a simulation: its kind, its place of friction, joint or channel, and the modes before and after."""

    t: float
    kind: str
    which: int
    before: int
    after: int


class Simulation(_core.Simulation):
    """A plant in continuous time, what acts on it over time, and a controller that samples it.

    Simulation(robot, *, plant={}, integrator='rk4', step=1e-3, event_tolerance=1e-9, tolerance=1e-8, record_period=0.01,
    controller=None, period=1e-3, delay=0, input=None, hand_wrench=None, hand_axes='base', base=None, payloads=None,
    surface=None, sensors=None)

    controller(t, q, qd, wrench) gives n numbers every `period`; what it raises ends the run. plant, surface, sensors: dicts with
    the fields of ulna_plant_options, ulna_surface, ulna_sensors. input: n signals, each a number, a dict (kind, from, to, start,
    end, amplitude, frequency, phase, time, value) or a list of these; hand_wrench and base: six. payloads: [(t, body or None)].
    integrator: 'euler', 'semi-implicit', 'rk4' (steps), 'erk', 'adams', 'bdf' (tolerance). C: ulna_simulation_create.
    """

    def run(self, q: ArrayLike, duration: float, qd: Any = None) -> Tuple[NDArray[Any], List[Happened]]:
        """From q and qd (None: at rest) at time 0: (rows, events), rows a structured array with the fields of ulna_sample."""
        self.start(q, qd)
        return self.advance_to(duration)

    def advance_to(self, t_end: float) -> Tuple[NDArray[Any], List[Happened]]:
        """Advances to t_end."""
        rows, events = self.advance(t_end)
        kind = np.dtype([(name, float, shape) for name, shape in self.fields])
        return rows.view(kind).reshape(len(rows)), [Happened(*event) for event in events]
