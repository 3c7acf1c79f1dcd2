"""Scenarios: runs described by files or dicts, executed and recorded."""
import json
import os
import re
import tempfile
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from .record import Event, Record, framed
from .robot import Source, plain, source_of, text_of


class Run(Record):
    """A finished run: its rows and events, and its summary (`summary`, the fields of ulna_run_summary)."""

    summary: Dict[str, Any]
    scenario: Optional["Scenario"] = None  # what was run

    def to_html(self) -> str:
        """The page that `ulna simulate --report` writes, of what was recorded: one text of HTML, which needs nothing else."""
        if self.scenario is None:
            raise ValueError("the scenario of this run is not known any more")
        return _core.page(self.scenario.robot, self.about.get("scenario", "run"), None, self.columns, self.table,
                          list(self.events), {str(k): str(v) for k, v in self.about.items()})

    def _repr_html_(self) -> Optional[str]:
        """The page that a notebook shows."""
        if self.scenario is None or "q" not in (self.data.dtype.names or ()):
            return None
        return framed(self.to_html(), 900)


class Scenario(_core.Scenario):
    """A scenario, read and checked."""

    _made_by: Tuple[Any, ...]
    _folder: Any

    @classmethod
    def load(cls, source: Source, *, allow_outside: bool = False, **changes: Any) -> "Scenario":
        """A scenario from a file, a built-in's name, or a dict that says what a scenario file says.

        changes put other values in place of keys of the file: load("puma560_fall", start={"q": q}, duration=1). In a dict, and
        in changes, `robot` may also be a dict, as Robot.load takes it; files are looked for next to that of its robot. allow_outside:
        files that a file names may lie anywhere.
        Raises ScenarioError, whose `problems` are all that was found.
        """
        if isinstance(source, Mapping):
            source = {**source, **changes}
            robot = source.get("robot")
            if isinstance(robot, Mapping) and "file" not in robot:
                return cls._with_robot(text_of(robot), text_of({**source, "robot": "robot.yaml"}))
            text, name = beside_its_robot(source)
            return cls._make("text", text, name, allow_outside)
        kind, text, name = source_of(source, _core.scenarios())
        if changes:
            if kind == "file":
                name = text
                with open(text, encoding="utf-8") as file:
                    text = file.read()
            else:
                text = _core.built_in_text("scenario", text)
            robot = changes.get("robot")
            if isinstance(robot, Mapping) and "file" not in robot:
                return cls._with_robot(text_of(robot), changed(text, {**changes, "robot": "robot.yaml"}))
            kind, text = "text", changed(text, changes)
        return cls._make(kind, text, name, allow_outside)

    @classmethod
    def _with_robot(cls, robot: str, scenario: str) -> "Scenario":
        """Both in a folder of their own, which is gone once they are read."""
        with tempfile.TemporaryDirectory(prefix="ulna") as folder:
            for name, text in (("robot.yaml", robot), ("scenario.yaml", scenario)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            made: Scenario = cls("file", os.path.join(folder, "scenario.yaml"), None, False)
        made._made_by = (cls._with_robot, (robot, scenario))
        return made

    @classmethod
    def parse(cls, text: str, *, name: Optional[str] = None) -> "Scenario":
        """A scenario from the text of a file; `name` names the file, and other files are looked for next to it."""
        return cls._make("text", text, name, False)

    @classmethod
    def _make(cls, *made_by: Any) -> "Scenario":
        scenario: Scenario = cls(*made_by)
        scenario._made_by = (cls._make, made_by)
        return scenario

    def __reduce__(self) -> Tuple[Any, ...]:
        return self._made_by

    def start(self, **options: Any) -> "_core.Run":
        """A run at its start, to be advanced piece by piece; options as for run."""
        return _core.Run(self, **options)

    def run(self, *, record: "os.PathLike[str] | str | None" = None, progress: Optional[Callable[[float, float], None]] = None,
            **options: Any) -> Run:
        """Runs it to the end.

        options: seed, duration, integrator, forward_method, step, tolerance, controller (a kind), model_error (a dict of mass,
        friction, unknown_payload), time_steps. record: a .csv or .npz to write. progress(t, duration) is called now and then.
        Ctrl-C raises KeyboardInterrupt; a recording up to there is kept as NAME.incomplete.csv (.npz).
        """
        run = self.start(**options)
        about = {"scenario": self.name, "robot": self.robot_name, "integrator": run.integrator, "seed": str(run.seed),
                 "ulna": _core.version}
        if run.controller:
            about["controller"] = run.controller
        recorder = _core.Recorder(os.fspath(record), run.columns, about) if record is not None else None
        rows: List[NDArray[Any]] = []
        events: List[Event] = []

        def take(piece: Tuple[NDArray[Any], List[Any]]) -> None:
            more, happened = piece
            rows.append(more)
            events.extend(Event(*event[1:]) for event in happened)
            if recorder:
                write(recorder, more, happened)
        try:
            # in pieces where somebody looks on or it is written; else at once
            pieces = 100 if progress or recorder else 1
            for k in range(1, pieces + 1):
                take(run.advance(run.duration * k / pieces if k < pieces else float("inf")))
                if progress:
                    progress(run.time, run.duration)
        except BaseException as error:
            if recorder:
                take(run.take())
                recorder.finish("stopped at %g s: %s" % (run.time, error or type(error).__name__))
            raise
        if recorder:
            recorder.finish()
        done = Run(run.columns, np.concatenate(rows), events, about)
        done.summary = run.summary
        done.scenario = self
        return done

    def __repr__(self) -> str:
        return "<ulna.Scenario %r: %s, %g s>" % (self.name, self.robot_name, self.duration)


def beside_its_robot(scenario: Mapping[str, Any]) -> Tuple[str, Optional[str]]:
    """The text of a dict, and a name that places it in the folder of its robot's file: names of files are looked for there."""
    robot = scenario.get("robot")
    path = os.fspath(robot["file"] if isinstance(robot, Mapping) else robot) if robot is not None else ""
    if os.path.dirname(path) == "":
        return text_of(scenario), None
    folder, base = os.path.split(os.path.abspath(path))
    moved = {**robot, "file": base} if isinstance(robot, Mapping) else base
    return text_of({**scenario, "robot": moved}), os.path.join(folder, "scenario")


def changed(text: str, changes: Mapping[str, Any]) -> str:
    """The text of a file with other values for some of its keys (those of the outermost mapping)."""
    if text.lstrip().startswith("{"):
        return text_of({**json.loads(text), **changes})
    for key, value in changes.items():
        # a value goes on over lines that are indented, empty, remarks, or items of a list
        entry = re.compile(r"^%s[ \t]*:.*\n?(?:(?:[ \t#-].*|[ \t]*)(?:\n|\Z))*?(?=^[^ \t#\n-]|\Z)" % re.escape(key), re.M)
        line = "%s: %s\n" % (key, json.dumps(value, default=plain, allow_nan=False))
        text, count = entry.subn(lambda _: line, text, count=1)
        if not count:
            text = text.rstrip("\n") + "\n" + line
    return text


def write(recorder: "_core.Recorder", rows: NDArray[Any], events: Sequence[Any]) -> None:
    """Rows and events in the order in which they came."""
    at = 0
    for row, *event in events:
        recorder.rows(rows[at:row])
        recorder.event(*event)
        at = row
    recorder.rows(rows[at:])


RUN_OPTIONS = ("record", "progress", "seed", "duration", "integrator", "forward_method", "step", "tolerance", "controller",
               "model_error", "time_steps", "linear")


def simulate(scenario: Union[Source, Scenario], **options: Any) -> Run:
    """Loads a scenario and runs it: options are those of Scenario.run; others are changes, as Scenario.load takes them."""
    loading = {name: options.pop(name) for name in ("allow_outside",) if name in options}
    own = {name: value for name, value in options.items() if name in RUN_OPTIONS and not isinstance(value, (Mapping, list))
           or name == "model_error"}
    changes = {name: value for name, value in options.items() if name not in own}
    if isinstance(scenario, Scenario):
        if changes:
            raise TypeError("a scenario that is loaded takes no %s; give its name or file" % ", ".join(changes))
        return scenario.run(**own)
    return Scenario.load(scenario, **loading, **changes).run(**own)
