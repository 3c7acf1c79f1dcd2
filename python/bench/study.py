"""A study of falls of the PUMA 560 by one process, and by two workers on processes, MPI and Dask: same numbers, and how well the
workers are used (time of one process over workers times their time).

    python study.py [COUNT]        10,000; each needs some milliseconds. Two processors must be free
"""
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import ulna.study

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests"))
from study_functions import fall  # noqa: E402

WORKERS = 2


def starts(count):
    q = np.zeros((count, 6))
    q[:, 1:3] = np.random.default_rng(5).uniform([-0.5, -2], [0.5, -1], (count, 2))
    return q


def study(count, executor, **options):
    start = time.monotonic()
    done = ulna.study.run(fall, "puma560_fall", {"q": starts(count)}, seed=1, executor=executor, **options)
    return done, time.monotonic() - start


def by_mpi(count):
    """In a program of its own, which measures itself: MPI's start is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fall.npz")
        command = ["mpiexec", "--allow-run-as-root", "--oversubscribe", "-n", str(WORKERS + 1), sys.executable, "-m", "mpi4py.futures",
                   os.path.abspath(__file__), str(count), path]
        told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        return ulna.study.load(path), float(told.split()[-1])


def by_dask(count):
    from distributed import Client, LocalCluster
    with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.upload_file(os.path.join(HERE, "..", "tests", "study_functions.py"))
        return study(count, client)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    if len(sys.argv) > 2:
        from mpi4py.futures import MPIPoolExecutor
        with MPIPoolExecutor(WORKERS) as executor:
            print(study(count, executor, file=sys.argv[2])[1])
        return
    want, alone = study(count, "serial")
    print("%d runs, one process: %.1f s" % (count, alone))
    for name, run in (("processes", lambda: study(count, None, workers=WORKERS)), ("MPI", lambda: by_mpi(count)),
                      ("Dask", lambda: by_dask(count))):
        try:
            got, took = run()
        except (ImportError, FileNotFoundError):
            print("%s: not installed" % name)
            continue
        same = all(np.array_equal(got.arrays()[key], value) for key, value in want.arrays().items())
        print("%s, %d workers: %.1f s, efficiency %.2f, %s" % (name, WORKERS, took, alone / (WORKERS * took),
                                                               "same numbers" if same else "OTHER NUMBERS"))


if __name__ == "__main__":
    main()
