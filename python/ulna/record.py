"""Rows of a run as structured arrays with units: of a run just made, or read back from a recording."""
import csv
import html
import json
import os
from typing import Any, Dict, List, NamedTuple, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core

Column = Tuple[str, str, str, int]  # name, unit, group, index from 1 (0: one number)


class Event(NamedTuple):
    """An event: its kind, what it happened to, and details."""

    t: float
    kind: str
    what: str
    detail: str


def row_type(columns: Sequence[Column]) -> "np.dtype[Any]":
    """A field for each group of columns, with as many numbers as it has columns."""
    sizes: Dict[str, int] = {}
    for _, _, group, index in columns:
        sizes[group] = index
    return np.dtype([(group, float, (size,)) if size else (group, float) for group, size in sizes.items()])


def framed(page: str, height: int) -> str:
    """A page inside another, as notebooks show it: it can run its script, and reach nothing."""
    return ('<iframe sandbox="allow-scripts allow-downloads" style="width:100%%;height:%dpx;border:0" srcdoc="%s"></iframe>'
            % (height, html.escape(page, quote=True)))


class Record:
    """Rows and events of a run.

    data is a structured array: record["q"] has shape (rows, n), record["t"] (rows). units has the unit of every column by its
    name, columns the names, units and groups in order, events a list, about what is known of the run.
    """

    def __init__(self, columns: Sequence[Column], rows: Any, events: Sequence[Event] = (), about: Any = None,
                 status: str = "complete") -> None:
        self.columns: List[Column] = [(str(a), str(b or ""), str(c), int(d)) for a, b, c, d in columns]
        table = np.ascontiguousarray(rows, dtype=float).reshape(-1, len(self.columns))
        self.data: NDArray[Any] = table.view(row_type(self.columns)).reshape(len(table))
        self.events: List[Event] = list(events)
        self.about: Dict[str, str] = dict(about or {})
        self.status = status

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, group: str) -> NDArray[Any]:
        if group not in (self.data.dtype.names or ()):
            raise KeyError("%s was not recorded; there is %s" % (group, ", ".join(self.data.dtype.names or ())))
        return self.data[group]

    @property
    def table(self) -> NDArray[Any]:
        """All columns as one array of two dimensions."""
        return self.data.view(float).reshape(len(self.data), len(self.columns))

    @property
    def units(self) -> Dict[str, str]:
        """{column: unit}."""
        return {name: unit for name, unit, _, _ in self.columns}

    def names(self, group: str) -> List[str]:
        """Names of a group's columns."""
        return [name for name, _, of, _ in self.columns if of == group]

    def to_xarray(self) -> Any:
        """An xarray.Dataset over t, with units; needs xarray."""
        import xarray  # type: ignore[import]
        variables = {}
        for group in self.data.dtype.names or ():
            if group == "t":
                continue
            units = [unit for _, unit, of, _ in self.columns if of == group]
            one = len(set(units)) == 1
            dims = ("t",) if self.data[group].ndim == 1 else ("t", group + "_of")
            variables[group] = (dims, self.data[group], {"units": units[0] if one else units})
        coordinates: Dict[str, Any] = {"t": ("t", self.data["t"], {"units": "s"})}
        for group in variables:
            if self.data[group].ndim > 1:
                coordinates[group + "_of"] = self.names(group)
        return xarray.Dataset(variables, coordinates, attrs=dict(self.about))

    def save(self, path: "os.PathLike[str] | str") -> str:
        """Writes it as the command does, .csv or .npz, whole or not at all; the path."""
        recorder = _core.Recorder(os.fspath(path), self.columns, {str(k): str(v) for k, v in self.about.items()})
        at = 0
        times = self.data["t"]
        for event in self.events:
            upto = int(np.searchsorted(times, event.t, side="right"))
            recorder.rows(self.table[at:max(at, upto)])
            at = max(at, upto)
            recorder.event(event.t, event.kind, event.what, event.detail)
        recorder.rows(self.table[at:])
        return recorder.finish(None if self.status == "complete" else self.status)

    def __repr__(self) -> str:
        return "<ulna.%s: %d rows of %s, %d events>" % (type(self).__name__, len(self), ", ".join(self.data.dtype.names or ()),
                                                        len(self.events))


def read_npz(path: str) -> Record:
    with np.load(path, allow_pickle=False) as file:
        names, units = [str(x) for x in file["names"]], [str(x) for x in file["units"]]
        known = ("names", "units", "about", "status", "event_t", "event_kind", "event_what", "event_detail")
        columns: List[Column] = []
        arrays: Dict[str, NDArray[Any]] = {}
        for group in file.files:
            if group in known:
                continue
            arrays[group] = file[group]
            size = arrays[group].shape[1] if arrays[group].ndim == 2 else 0
            for index in range(1, size + 1) if size else [0]:
                columns.append((names[len(columns)], units[len(columns)], group, index))
        rows = len(arrays[columns[0][2]])
        table = np.hstack([array.reshape(rows, -1) for array in arrays.values()])
        events = [Event(float(t), str(kind), str(what), str(detail)) for t, kind, what, detail in
                  zip(file["event_t"], file["event_kind"], file["event_what"], file["event_detail"])]
        return Record(columns, table, events, json.loads(str(file["about"])), str(file["status"]))


def group_of(name: str) -> Tuple[str, str]:
    """q2 as (q, 2), hand_x as (hand, x), stage as (stage, "")."""
    plain = name.rstrip("0123456789")
    if plain and plain != name:
        return plain, name[len(plain):]
    before, _, after = name.rpartition("_")
    return (before, after) if before else (name, "")


def csv_columns(header: Sequence[str]) -> List[Column]:
    """Groups from names: q1, q2, … are one group, and so are hand_x, hand_y, …; a name without neighbours stands by itself."""
    names = [text.partition(" [")[0] for text in header]
    units = [text.partition(" [")[2].rstrip("]") for text in header]
    columns: List[Column] = []
    for at, name in enumerate(names):
        group, rest = group_of(name)
        alike = [group_of(other)[0] == group and group_of(other)[1].isdigit() == rest.isdigit() for other in names]
        together = rest and (rest.isdigit() or sum(alike) > 1)
        first = at
        while together and first > 0 and alike[first - 1]:
            first -= 1
        if together and (not rest.isdigit() or int(rest) == at - first + 1):
            columns.append((name, units[at], group, at - first + 1))
        else:
            columns.append((name, units[at], name, 0))
    return columns


def read_csv(path: str) -> Record:
    about: Dict[str, str] = {}
    events: List[Event] = []
    lines: List[str] = []
    with open(path, encoding="utf-8", newline="") as file:
        for line in file:
            if not line.startswith("#"):
                lines.append(line)
            elif line.startswith("# event: "):
                t, kind, what, detail = next(csv.reader([line[len("# event: "):].rstrip("\r\n")]))
                events.append(Event(float(t), kind, what, detail))
            elif ": " in line:
                name, _, value = line[2:].partition(": ")
                about[name] = value.strip()
    header = next(csv.reader([lines[0]])) if lines else []
    if not header or header[0].split(" [")[0] != "t":
        raise ValueError("%s: a recording's first column is t" % path)
    status = about.pop("status", "")
    status = "complete" if status.startswith("complete") else status
    columns = csv_columns(header)
    table = np.array([[float(x) for x in row] for row in csv.reader(lines[1:])]).reshape(-1, len(columns))
    return Record(columns, table, events, about, status)


def read_recording(path: "os.PathLike[str] | str") -> Record:
    """A recording of `ulna simulate --record`, of Record.save or of the recorder in C: .npz or .csv.

    A .npz has its groups as they were; those of a .csv are told by the names of its columns.
    """
    name = os.fspath(path)
    return read_npz(name) if name.endswith(".npz") else read_csv(name)
