"""A Monte-Carlo study: where the PUMA 560 comes to rest when its motors fail, from many postures, on all processors.

    python monte_carlo.py [COUNT]                                     processes of this machine
    mpiexec -n 9 python -m mpi4py.futures monte_carlo.py COUNT mpi    eight workers, on as many machines as MPI has

Stop it and start it again: it goes on where it was. The same command gives the same file, whatever runs it.
"""
import sys

import numpy as np
import ulna
import ulna.study


def fall(scenario, parameters, seed):
    """One variation: what is given back becomes columns of the study."""
    run = ulna.simulate(scenario, start={"q": parameters["q"]}, seed=seed)
    return {"rest": run["q"][-1], "fastest": np.abs(run["qd"]).max(), "lost": run["work"][-1, 1]}


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    draw = np.random.default_rng(0)
    q = np.zeros((count, 6))
    q[:, 1:3] = draw.uniform([-0.6, -2.2], [0.6, -0.8], (count, 2))
    executor = None
    if sys.argv[2:] == ["mpi"]:
        from mpi4py.futures import MPIPoolExecutor
        executor = MPIPoolExecutor()
    study = ulna.study.run(fall, "puma560_fall", {"q": q}, seed=1, file="fall.npz", executor=executor,
                           progress=lambda done, all: print("\r%d of %d" % (done, all), end="", file=sys.stderr))
    print(file=sys.stderr)
    print("%d falls: fastest joint %.2f rad/s on average, %.2f at most; friction took %.1f J" % (
        len(study), study["fastest"].mean(), study["fastest"].max(), study["lost"].mean()))


if __name__ == "__main__":
    main()
