"""mpiexec -n 3 python -m mpi4py.futures study_mpi.py COUNT FILE: the study of falls by two MPI workers."""
import sys

import numpy as np
from mpi4py.futures import MPIPoolExecutor

import study_functions
import ulna.study


def starts(count):
    q = np.zeros((count, 6))
    q[:, 1:3] = np.random.default_rng(5).uniform([-0.5, -2], [0.5, -1], (count, 2))
    return q


if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        ulna.study.run(study_functions.fall, "puma560_fall", {"q": starts(int(sys.argv[1]))}, seed=1, file=sys.argv[2],
                       executor=executor, chunk=10)
