"""Functions that studies of the tests run, in a module of their own so that other processes can import them."""
import os
import time

import ulna


def fall(scenario, parameters, seed):
    """Where the PUMA 560 comes to rest after a fall."""
    run = ulna.simulate(scenario, start={"q": parameters["q"]}, seed=seed)
    return {"rest": run["q"][-1], "events": len(run.events), "lost": run["work"][-1][1]}


def draw(scenario, parameters, seed):
    """What a seed gives."""
    return seed % 1000 + parameters.get("x", 0)


def kill_once(scenario, parameters, seed):
    """Ends its process at variation 30, unless the file `scenario` is there."""
    if parameters["x"] == 30 and not os.path.exists(scenario):
        with open(scenario, "w", encoding="utf-8"):
            pass
        time.sleep(0.3)
        os._exit(9)
    return {"x": parameters["x"], "count": count(scenario)}


def count(scenario):
    """A line for each call, to see what was run twice."""
    with open(scenario + ".calls", "a", encoding="utf-8") as file:
        file.write("x\n")
    return 1


def refuse(scenario, parameters, seed):
    """Refuses one variation."""
    if parameters["x"] == 3:
        raise ValueError("three")
    return float(parameters["x"])
