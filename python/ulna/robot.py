"""Robots: loaded from files, texts, dicts and names."""
import json
import os
from typing import Any, Dict, Mapping, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core

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
    """What to read: its kind, the key, path or text, and the name that stands for it in problems."""
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
        """A robot from the text of a file; `name` stands for the file, and for its ending. Options as of load."""
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

    def __repr__(self) -> str:
        return "<ulna.Robot %r: %d joints, %d drives>" % (self.name, self.n, len(self.drives))
