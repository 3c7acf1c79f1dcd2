"""Plots of a run, in one call; needs matplotlib."""
import os
from typing import Any, Optional, Sequence, Union

import numpy as np

from .record import Record, read_recording

LEFT_OUT = ("t", "stage")


def run(record: Union[Record, str, "os.PathLike[str]"], groups: Optional[Sequence[str]] = None, *, events: bool = True,
        path: "os.PathLike[str] | str | None" = None, show: Optional[bool] = None, title: Optional[str] = None) -> Any:
    """Plots a run or a recording over time, one panel for each group of columns and unit; the figure.

    groups: which, in order; None: all. events: dotted lines where something happened. path: a file to write (.svg, .png, .pdf).
    show: open a window; None: where no path is given and there is one to open.
    """
    from matplotlib import pyplot  # type: ignore[import]
    made = record if isinstance(record, Record) else read_recording(record)
    names = [g for g in made.data.dtype.names or () if g not in LEFT_OUT] if groups is None else list(groups)
    panels = [(group, unit) for group in names for unit in units_of(made, group)]
    if not panels:
        raise ValueError("there is nothing to plot")
    figure, axes = pyplot.subplots(len(panels), 1, sharex=True, squeeze=False, figsize=(8, 1.2 + 1.7 * len(panels)),
                                   constrained_layout=True)
    for (group, unit), panel in zip(panels, axes[:, 0]):
        draw(panel, made, group, unit)
        for event in made.events if events else ():
            panel.axvline(event.t, color="0.6", linewidth=0.7, linestyle=":")
    axes[-1, 0].set_xlabel("t [s]")
    figure.suptitle(title if title is not None else made.about.get("scenario", ""))
    if path is not None:
        figure.savefig(os.fspath(path))
    if show or (show is None and path is None and pyplot.get_backend().lower() not in ("agg", "pdf", "svg", "ps", "cairo")):
        pyplot.show()
    return figure


def units_of(record: Record, group: str) -> Sequence[str]:
    """Units within a group, each once: angles and lengths of a hand do not share an axis."""
    record[group]
    return list(dict.fromkeys(unit for _, unit, of, _ in record.columns if of == group))


def draw(panel: Any, record: Record, group: str, unit: str) -> None:
    values = record[group].reshape(len(record), -1)
    own = [(name, its, index) for name, its, of, index in record.columns if of == group]
    for k, (name, its, _) in enumerate(own):
        if its == unit:
            panel.plot(record["t"], np.asarray(values[:, k]), label=name, linewidth=1)
    panel.set_ylabel("%s [%s]" % (group, unit) if unit else group)
    panel.grid(True, linewidth=0.3)
    if sum(its == unit for _, its, _ in own) > 1:
        panel.legend(fontsize="x-small", ncol=2, loc="upper right")
