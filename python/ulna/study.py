"""Studies: a function of (scenario, parameters, seed) over many variations, on one machine or on many.

    def fall(scenario, parameters, seed):
        run = ulna.simulate(scenario, start={"q": parameters["q"]}, seed=seed)
        return {"rest": run["q"][-1], "events": len(run.events)}

    study = ulna.study.run(fall, "puma560_fall", {"q": starts}, seed=1, file="fall.npz")

Variations run on any executor with the interface of concurrent.futures: processes of this machine unless another one is given,
mpi4py's MPIPoolExecutor, or a client of Dask. Every variation has a seed of its own, made of the study's seed and its number,
so that the numbers are the same whatever the executor, the number of workers and the order. What is done is kept beside `file`
(FILE.partial): a study that was stopped goes on where it was. The file itself appears whole or not at all.
"""
import concurrent.futures
import csv
import hashlib
import io
import os
import pickle
import queue
import struct
import time
import zlib
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

Function = Callable[[Any, Dict[str, Any], int], Any]
Variations = Union[Sequence[Mapping[str, Any]], Mapping[str, Any], int]
Done = Tuple[int, Optional[Dict[str, Any]], str]  # number, results, what was raised

# A task has many variations, so that sending it costs little beside them; if they take long it gives back what it has after so
# many seconds, which is then kept.
MOST_VARIATIONS, MOST_SECONDS = 200, 2.0


def variations_of(variations: Variations) -> List[Dict[str, Any]]:
    """A list of dicts: as it is; a dict of arrays: one variation for each row; a number: that many, without parameters."""
    if isinstance(variations, int):
        return [{} for _ in range(variations)]
    if not isinstance(variations, Mapping):
        return [dict(one) for one in variations]
    lengths = {name: len(column) for name, column in variations.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError("parameters must have as many rows as each other, not %r" % lengths)
    count = next(iter(lengths.values()), 0)
    return [{name: column[k] for name, column in variations.items()} for k in range(count)]


def seed_of(seed: int, number: int) -> int:
    """The seed of variation `number`: 63 bits that depend on both alone."""
    return int(np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(1, np.uint64)[0]) >> 1


def is_plain(value: Any) -> bool:
    """Whether pickle can carry it to any Python that has NumPy."""
    if isinstance(value, (list, tuple)):
        return all(is_plain(one) for one in value)
    if isinstance(value, dict):
        return all(isinstance(name, str) and is_plain(one) for name, one in value.items())
    if isinstance(value, (np.ndarray, np.generic)):
        return not value.dtype.hasobject
    return value is None or type(value) in (bool, int, float, complex, str, bytes)


def packed(value: Any) -> Any:
    """Packs objects into bytes: executors look into lists and arrays, each in its own way, at a cost for every item."""
    return pickle.dumps(value, protocol=5) if is_plain(value) else value


def unpacked(value: Any) -> Any:
    return pickle.loads(value) if isinstance(value, bytes) else value


def work(function: Function, scenario: Any, some: Any, keep_going: bool) -> Any:
    """What a worker does: some variations one after the other, (number, parameters, seed) each, as many as there is time for, and
    one at least. A list of Done; both packed."""
    done: List[Done] = []
    end = time.monotonic() + MOST_SECONDS
    for number, parameters, seed in unpacked(some):
        if done and time.monotonic() > end:
            break
        try:
            given = function(scenario, parameters, seed)
            results = dict(given) if isinstance(given, Mapping) else {"result": given}
            done.append((number, {name: np.asarray(value) for name, value in results.items()}, ""))
        except Exception as error:
            if not keep_going:
                raise
            done.append((number, None, "%s: %s" % (type(error).__name__, error)))
    return packed(done)


class Journal:
    """What is done so far: records of length, checksum and contents, the first of them what the study is.

    A record that was cut short by the end of the program is not there when it is read again.
    """

    def __init__(self, path: str, study: str) -> None:
        self.path = path
        self.done: List[Done] = []
        good = 0
        if os.path.exists(path):
            with open(path, "rb") as file:
                records = list(self.read(file))
            if records and records[0][1] != study:
                raise ValueError("%s is what another study left (another function, scenario, seed or parameters); remove it to "
                                 "begin anew" % path)
            for good, record in records:
                if not isinstance(record, str):
                    self.done.extend(record)
        self.file = open(path, "r+b" if good else "wb")
        self.file.seek(good)
        self.file.truncate()
        if not good:
            self.write(study)

    @staticmethod
    def read(file: Any) -> Iterator[Tuple[int, Any]]:
        while True:
            head = file.read(12)
            if len(head) < 12:
                return
            length, check = struct.unpack("<QI", head)
            body = file.read(length)
            if len(body) < length or zlib.crc32(body) != check:
                return
            yield file.tell(), pickle.loads(body)

    def write(self, record: Any) -> None:
        body = pickle.dumps(record, protocol=4)
        self.file.write(struct.pack("<QI", len(body), zlib.crc32(body)) + body)
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self, remove: bool) -> None:
        self.file.close()
        if remove:
            os.remove(self.path)


class Study:
    """Parameters, seeds and results of all variations, arrays with a row for each; study["name"] is one of them."""

    def __init__(self, parameters: Dict[str, NDArray[Any]], seeds: NDArray[Any], results: Dict[str, NDArray[Any]],
                 errors: NDArray[Any]) -> None:
        self.parameters, self.seeds, self.results, self.errors = parameters, seeds, results, errors

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.results[name]

    def arrays(self) -> Dict[str, NDArray[Any]]:
        """The content of a file: seed, error, parameter_NAME and the results by their names."""
        named = {"parameter_" + name: value for name, value in self.parameters.items()}
        return {"seed": self.seeds, "error": self.errors, **named, **self.results}

    def save(self, path: "os.PathLike[str] | str") -> None:
        """To a .npz or a .csv, whole or not at all."""
        name = os.fspath(path)
        buffer = io.BytesIO()
        if name.endswith(".npz"):
            np.savez(buffer, **self.arrays())
        elif name.endswith(".csv"):
            buffer.write(self.csv().encode())
        else:
            raise ValueError("%s: a name that ends in .npz or .csv was expected" % name)
        with open(name + ".whole", "wb") as file:
            file.write(buffer.getvalue())
            file.flush()
            os.fsync(file.fileno())
        os.replace(name + ".whole", name)

    def csv(self) -> str:
        """A line for each variation; an array is a column for each of its numbers, from 1."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        flat = {name: value.reshape(len(self), -1) for name, value in self.arrays().items()}
        writer.writerow([name + (str(k + 1) if value.shape[1] > 1 else "") for name, value in flat.items()
                         for k in range(value.shape[1])])
        for row in range(len(self)):
            writer.writerow([repr(x) if isinstance(x, float) else x for value in flat.values() for x in value[row].tolist()])
        return text.getvalue()

    def __repr__(self) -> str:
        return "<ulna.study.Study: %d variations of %s, results %s>" % (
            len(self), ", ".join(self.parameters) or "nothing", ", ".join(self.results))


def load(path: "os.PathLike[str] | str") -> Study:
    """A study from its .npz."""
    with np.load(os.fspath(path), allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    seeds, errors = arrays.pop("seed"), arrays.pop("error")
    start = "parameter_"
    return Study({name[len(start):]: value for name, value in arrays.items() if name.startswith(start)}, seeds,
                 {name: value for name, value in arrays.items() if not name.startswith(start)}, errors)


def stacked(rows: Sequence[Optional[Mapping[str, Any]]], what: str) -> Dict[str, NDArray[Any]]:
    """One array for each name. A row that is None is NaN (0 for whole numbers, "" for texts)."""
    first: Mapping[str, Any] = next((row for row in rows if row is not None), {})
    arrays: Dict[str, NDArray[Any]] = {}
    for name in first:
        blank = np.zeros_like(first[name]) if np.asarray(first[name]).dtype.kind in "iubSU" else np.full_like(first[name], np.nan)
        values = []
        for number, row in enumerate(rows):
            if row is not None and (set(row) != set(first) or np.shape(row[name]) != np.shape(first[name])):
                raise ValueError("%s of variation %d are not like those of the first: %s" % (what, number, sorted(row)))
            values.append(blank if row is None else row[name])
        arrays[name] = np.array(values)
    return arrays


def identity(function: Function, scenario: Any, rows: Sequence[Mapping[str, Any]], seed: int) -> str:
    """Tells one study from another."""
    name = "%s.%s" % (getattr(function, "__module__", ""), getattr(function, "__qualname__", repr(type(function))))
    contents = pickle.dumps((name, scenario, list(rows), seed), protocol=4)
    return hashlib.sha256(contents).hexdigest()


def pieces(todo: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for k in range(0, len(todo), size):
        yield todo[k:k + size]


def run(function: Function, scenario: Any, variations: Variations, *, seed: int = 0, file: "os.PathLike[str] | str | None" = None,
        executor: Any = None, workers: Optional[int] = None, chunk: Optional[int] = None, errors: str = "raise",
        progress: Optional[Callable[[int, int], None]] = None) -> Study:
    """Runs function(scenario, parameters, seed) for every variation.

    function gives a number, an array or a dict of them, alike for all variations; for processes it must be importable (a `def` of a
    module). variations: a dict of arrays with a row each, a list of dicts, or how many. file: a .npz or .csv. executor: anything
    with submit(); a Dask client; "serial" for this process alone; None: `workers` processes. chunk: most variations of a task.
    errors: "raise", or "nan" to go on and keep what was raised in study.errors. progress(done, all).
    """
    if errors not in ("raise", "nan"):
        raise ValueError("errors: 'raise' or 'nan' was expected, not %r" % errors)
    rows = variations_of(variations)
    name = None if file is None else os.fspath(file)
    if name is not None and not name.endswith((".npz", ".csv")):
        raise ValueError("%s: a name that ends in .npz or .csv was expected" % name)
    journal = Journal(name + ".partial", identity(function, scenario, rows, seed)) if name else None
    done: Dict[int, Done] = {one[0]: one for one in journal.done} if journal else {}
    todo = [k for k in range(len(rows)) if k not in done]
    finished = False
    try:
        for some in results_of(function, scenario, rows, seed, todo, executor, workers, chunk, errors == "nan"):
            if journal:
                journal.write(some)
            done.update((one[0], one) for one in some)
            if progress:
                progress(len(done), len(rows))
        study = Study(stacked(rows, "parameters"), np.array([seed_of(seed, k) for k in range(len(rows))], np.uint64),
                      stacked([done[k][1] for k in range(len(rows))], "results"),
                      np.array([done[k][2] for k in range(len(rows))], dtype=str))
        if name:
            study.save(name)
        finished = True
    finally:
        if journal:
            journal.close(remove=finished)
    return study


def results_of(function: Function, scenario: Any, rows: List[Dict[str, Any]], seed: int, todo: List[int], executor: Any,
               workers: Optional[int], chunk: Optional[int], keep_going: bool) -> Iterator[List[Done]]:
    """The results of tasks, as they end."""
    client = executor if hasattr(executor, "get_executor") else None  # of Dask
    processes = workers or (sum(client.nthreads().values()) if client else os.cpu_count()) or 1
    size = chunk or max(1, min(MOST_VARIATIONS, len(todo) // (8 * processes)))

    def task(numbers: Sequence[int]) -> Tuple[Any, ...]:
        return function, scenario, packed([(k, rows[k], seed_of(seed, k)) for k in numbers]), keep_going
    if executor == "serial":
        at = 0
        while at < len(todo):
            done: List[Done] = unpacked(work(*task(todo[at:at + size])))
            at += len(done)
            yield done
        return
    if client:
        executor = client.get_executor()
    own = concurrent.futures.ProcessPoolExecutor(processes) if executor is None else None
    try:
        yield from as_they_end(own or executor, task, pieces(todo, size))
    finally:
        if own:
            own.shutdown(wait=True, cancel_futures=True)


def as_they_end(executor: Any, task: Callable[[Sequence[int]], Tuple[Any, ...]],
                all_numbers: Iterator[Sequence[int]]) -> Iterator[List[Done]]:
    """The results of tasks, in the order in which they end. Variations that a task had no time for are sent again."""
    under_way: Dict[Any, Sequence[int]] = {}
    ended: "queue.SimpleQueue[Any]" = queue.SimpleQueue()

    def send(numbers: Sequence[int]) -> None:
        future = executor.submit(work, *task(numbers))
        under_way[future] = numbers
        future.add_done_callback(ended.put)
    try:
        for numbers in all_numbers:
            send(numbers)
        while under_way:
            future = ended.get()
            done: List[Done] = unpacked(future.result())
            rest = under_way.pop(future)[len(done):]
            if rest:
                send(rest)
            yield done
    finally:
        for future in under_way:
            future.cancel()
