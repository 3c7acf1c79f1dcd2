"""Errors as exceptions; and the problems that a reader finds in a file, as data."""
from typing import Dict, List, NamedTuple, Optional, Type


class Problem(NamedTuple):
    """One problem that a reader or a check found."""

    severity: str  # "note", "warning" or "error"
    condition: str  # short and stable: "mass", "unknown key", ...
    file: Optional[str]
    line: int  # from 1; 0 where there is no file
    column: int
    subject: str  # the thing at fault
    text: str  # what is wrong, and what would be right
    message: str  # all of it in one line, as the command prints it

    def __str__(self) -> str:
        return self.message


class Error(Exception):
    """An error of the library. `status` is its name in C; `problems` what was found in a file."""

    status: str = ""
    problems: List[Problem] = []

    def first(self) -> Optional[Problem]:
        """The first problem that is an error."""
        return next((p for p in self.problems if p.severity == "error"), None)

    @property
    def file(self) -> Optional[str]:
        """The file at fault, where there is one."""
        first = self.first()
        return first.file if first else None

    @property
    def line(self) -> Optional[int]:
        """The line at fault, from 1."""
        first = self.first()
        return first.line if first and first.file and first.line else None


class InvalidArgumentError(Error, ValueError):
    """An argument is outside what the function accepts."""


class CannotReadError(Error, OSError):
    """A file cannot be opened or read."""


class CannotWriteError(Error, OSError):
    """A file cannot be created or written."""


class FileError(Error, ValueError):
    """The text of a file is not well-formed."""


class RobotError(FileError):
    """A robot description has at least one error."""


class ScenarioError(FileError):
    """A scenario has at least one error."""


class NotFoundError(Error, LookupError):
    """There is no robot, scenario, link, joint or frame of that name."""


class UnsupportedError(Error, ValueError):
    """The request is understood, but cannot be served."""


class SingularError(Error, ArithmeticError):
    """A matrix is singular at this posture."""


class NotConvergedError(Error, ArithmeticError):
    """An iteration ended without reaching its tolerance."""


class NotFiniteError(Error, ValueError):
    """A number that is not finite was given or reached."""


class OutsideLimitsError(Error, ValueError):
    """A motion would leave a limit of position, speed or acceleration."""


class HoldingError(Error, RuntimeError):
    """A controller holds the arm still."""


_CLASSES: Dict[str, Type[Error]] = {
    "ULNA_INVALID_ARGUMENT": InvalidArgumentError,
    "ULNA_CANNOT_READ": CannotReadError,
    "ULNA_CANNOT_WRITE": CannotWriteError,
    "ULNA_SYNTAX": FileError,
    "ULNA_BAD_ROBOT": RobotError,
    "ULNA_BAD_SCENARIO": ScenarioError,
    "ULNA_NOT_FOUND": NotFoundError,
    "ULNA_UNSUPPORTED": UnsupportedError,
    "ULNA_SINGULAR": SingularError,
    "ULNA_NOT_CONVERGED": NotConvergedError,
    "ULNA_NOT_FINITE": NotFiniteError,
    "ULNA_OUTSIDE_LIMITS": OutsideLimitsError,
    "ULNA_HOLDING": HoldingError,
}


def error_of(status: str, text: str, problems: List[Problem]) -> Error:
    """The exception for a status; with problems their lines are its text."""
    errors = [p.message for p in problems if p.severity == "error"]
    error = _CLASSES.get(status, Error)("\n".join(errors) or text)
    error.status = status
    error.problems = problems
    return error
