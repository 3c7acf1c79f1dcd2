"""Robots: loaded from files, texts, dicts and names."""
import json
import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .record import framed

Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def plain(value: Any) -> Any:
    """Arrays and NumPy's numbers as JSON has them."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError("a dict may hold numbers, texts, lists, arrays and dicts, not %r" % (value,))


def text_of(description: Mapping[str, Any]) -> str:
    """A dict as the text of a file."""
    return json.dumps(description, default=plain, allow_nan=False)


def source_of(source: Source, built_in: Any) -> Tuple[str, str, Optional[str]]:
    """What to read: its kind, the key, path or text, and its name in problems."""
    if isinstance(source, Mapping):
        return "text", text_of(source), None
    path = os.fspath(source)
    if isinstance(source, str) and (source.lower() in built_in or not ("." in path or os.sep in path or os.path.exists(path))):
        return "built-in", source, None
    return "file", path, None


class Robot(_core.Robot):
    """A robot, read and checked.

    Every function of a state takes one state or any leading shape of states, which broadcast as NumPy's do, and may be called
    from several threads at once. Links are numbered from 0, the base; joint i moves link i.
    """

    _made_by: Tuple[Any, ...]

    @classmethod
    def load(cls, source: Source, *, gravity: Optional[ArrayLike] = None, tool: Optional[ArrayLike] = None,
             accept: Optional[Dict[str, str]] = None, base_link: Optional[str] = None, tip_link: Optional[str] = None,
             held: Optional[Dict[str, float]] = None) -> "Robot":
        """A robot from a file (.urdf, .yaml, .json), a built-in's name, or a dict that says what a robot file says.

        gravity, tool: instead of the file's own. accept: {condition: reason} of checks that are waived. base_link, tip_link,
        held ({joint: position}): of a URDF. Raises RobotError, whose `problems` are all that was found.
        """
        kind, text, name = source_of(source, _core.robots())
        return cls._make(kind, text, name, gravity, tool, accept, base_link, tip_link, held)

    @classmethod
    def parse(cls, text: str, *, name: Optional[str] = None, **options: Any) -> "Robot":
        """A robot from the text of a file; `name` names the file in problems, and its ending chooses the format. Options as for load."""
        order = ("gravity", "tool", "accept", "base_link", "tip_link", "held")
        unknown = set(options) - set(order)
        if unknown:
            raise TypeError("parse has no keyword %r" % sorted(unknown)[0])
        return cls._make("text", text, name, *(options.get(key) for key in order))

    @classmethod
    def _make(cls, *made_by: Any) -> "Robot":
        robot: Robot = cls(*made_by)
        robot._made_by = made_by
        return robot

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self)._make, self._made_by

    def to_html(self) -> str:
        """The page that `ulna view` writes: one text of HTML, which needs nothing else."""
        kind, source = getattr(self, "_made_by", ("", None))[:2]
        file = source if kind == "file" else None
        return _core.page(self, self.name, file, [], np.zeros((0, 0)), [], {})

    def _repr_html_(self) -> str:
        """The page that a notebook shows."""
        return framed(self.to_html(), 760)

    @property
    def lower(self) -> NDArray[Any]:
        """Lower limits of the joints' positions; -inf: none."""
        return np.array([joint["limits"]["lower"] for joint in self.joints])

    @property
    def upper(self) -> NDArray[Any]:
        """Upper limits of the joints' positions; inf: none."""
        return np.array([joint["limits"]["upper"] for joint in self.joints])

    @property
    def velocity_limit(self) -> NDArray[Any]:
        """Limits of the joints' speeds; inf: none."""
        return np.array([joint["limits"]["velocity"] for joint in self.joints])

    @property
    def effort_limit(self) -> NDArray[Any]:
        """Limits of the joints' torques (forces); inf: none."""
        return np.array([joint["limits"]["effort"] for joint in self.joints])

    @property
    def joint_names(self) -> Tuple[str, ...]:
        """Names of the joints, from the base on."""
        return tuple(joint["name"] for joint in self.joints)

    def coupling_solutions(self, q_a: ArrayLike, near: ArrayLike, most: int = 64) -> NDArray[Any]:
        """Every q with these actuator positions, nearest to `near` first: (solutions, n). C: ulna_coupling_solutions."""
        return _core.coupling_solutions(self, q_a, near, most)

    def actuator_inertia_range(self, **options: Any) -> Tuple[Dict[str, NDArray[Any]], Dict[str, NDArray[Any]]]:
        """(held, free): the least and the largest inertia each actuator feels over the workspace, and where.

        options: samples, seed, turn, slide. C: ulna_actuator_inertia_range.
        """
        return _core.actuator_inertia_range(self, options)

    def regressor_names(self, of: str = "links") -> List[str]:
        """The names of the regressor's columns: "link 2: m cx", "motor 1: Ia"."""
        return _core.regressor_names(self, of)

    def base_parameters(self, of: str = "links", tolerance: float = 0) -> Dict[str, Any]:
        """The combinations of parameters that can be found from torques: rank, zero, kept, dropped, grouping, beta.

        C: ulna_base_parameters_create.
        """
        return _core.base_parameters(self, of, tolerance)

    def generate(self, functions: str = "id,fd,mass", prefix: str = "arm", *, lanes: int = 1, single: bool = False,
                 own_sines: bool = False, drives: bool = False, parameters: Optional[str] = None, latex: bool = False,
                 most_operations: int = 0) -> Tuple[Dict[str, str], Dict[str, Dict[str, int]]]:
        """C for this robot: ({file: text}, {function: operation counts}). C: ulna_generate."""
        return _core.generate(self, functions, prefix, lanes, single, own_sines, drives, parameters, latex, most_operations)

    def rollout(self, q: ArrayLike, qd: ArrayLike, tau: Optional[ArrayLike] = None, *, step: float = 1e-3, steps: int = 1,
                integrator: str = "rk4", drives: bool = True, viscous_only: bool = False, gravity: Optional[ArrayLike] = None,
                payload: Optional[ArrayLike] = None, path: bool = False) -> Tuple[NDArray[Any], ...]:
        """Motion of many arms at once, in lanes and threads: (q, qd) after `steps` steps of `step` seconds under joint torques tau.

        q, qd (..., n); tau (..., n) held, or (steps, ..., n), one for each step. drives: with rotors, friction and stiction.
        path: also q and qd after every step, (steps, ..., n). An arm that cannot go on has NaN from there.
        C: ulna_batch_rollout.
        """
        positions, rates = (np.asarray(x, float) for x in (q, qd))
        lead = np.broadcast_shapes(positions.shape[:-1], rates.shape[:-1])
        for name, x in (("q", positions), ("qd", rates)):
            if x.shape[-1:] != (self.n,):
                raise ValueError("rollout: %s must have shape (..., %d), not %r" % (name, self.n, x.shape))
            if not np.isfinite(x).all():
                raise ValueError("rollout: %s is not finite" % name)
        count = int(np.prod(lead, dtype=int))

        def whole(x: Any, *core: int) -> NDArray[Any]:
            return np.array(np.broadcast_to(x, lead + core), dtype=float, order="C").reshape((count,) + core)
        q_end, qd_end = whole(positions, self.n), whole(rates, self.n)
        torques, by_step = None, False
        if tau is not None:
            given = np.asarray(tau, float)
            by_step = given.ndim == len(lead) + 2 and given.shape[0] == steps
            shape = ((steps,) if by_step else ()) + lead + (self.n,)
            torques = np.ascontiguousarray(np.broadcast_to(given, shape)).reshape(-1, self.n)
        g = None if gravity is None else whole(gravity, 3)
        carried = None if payload is None else whole(payload, 10)
        paths = [np.empty((steps, count, self.n)) if path else None for _ in range(2)]
        _core.rollout(self, q_end, qd_end, torques, g, carried, step, steps, integrator, not drives, viscous_only, by_step, *paths)
        ends = tuple(x.reshape(lead + (self.n,)) for x in (q_end, qd_end))
        return ends + tuple(x.reshape((steps,) + lead + (self.n,)) for x in paths if x is not None)

    def __repr__(self) -> str:
        return "<ulna.Robot %r: %d joints, %d drives>" % (self.name, self.n, len(self.drives))
