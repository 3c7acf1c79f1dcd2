"""The Python package measured: what a call costs above C, many states, and other libraries' interfaces in the same run.

Every library computes inverse dynamics of the same arm, built from the robot's own numbers, and its answer is checked against
ours before it is timed. Times are the least of many repetitions, in CPU time of this thread, on one core.
"""
import math
import os
import tempfile
import time

import numpy as np
import ulna
from ulna import _core


def least(action, count, repeats=15):
    """Seconds for one of `count` actions, the least of all repetitions."""
    best = math.inf
    for _ in range(repeats):
        start = time.thread_time_ns()
        for _ in range(count):
            action()
        best = min(best, time.thread_time_ns() - start)
    return best / count / 1e9


def links_of(robot):
    """For each joint: the constant step before it (4 x 4), its axis, and itself; for robots by modified Denavit–Hartenberg."""
    assert robot.convention == "mdh"
    for joint in robot.joints:
        ca, sa, ct, st = math.cos(joint["alpha"]), math.sin(joint["alpha"]), math.cos(joint["theta"]), math.sin(joint["theta"])
        step = np.array([[ct, -st, 0, joint["a"]], [st * ca, ct * ca, -sa, -sa * joint["d"]],
                         [st * sa, ct * sa, ca, ca * joint["d"]], [0, 0, 0, 1]])
        yield step, np.array([0, 0, 1.0]), joint


def rpy(R):
    return math.atan2(R[2, 1], R[2, 2]), math.atan2(-R[2, 0], math.hypot(R[0, 0], R[1, 0])), math.atan2(R[1, 0], R[0, 0])


def tensor(body):
    xx, yy, zz, xy, xz, yz = body["inertia"]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def about_com(body):
    """The inertia about the mass centre."""
    c = body["com"]
    shift = body["mass"] * (c @ c * np.eye(3) - np.outer(c, c))
    return tensor(body) - (shift if body["about"] == "origin" else 0)


def urdf_of(robot):
    text = ['<robot name="arm"><link name="l0"/>']
    for k, (step, axis, joint) in enumerate(links_of(robot)):
        body = joint["link"]["body"]
        inertia = about_com(body)
        text.append('<link name="l%d"><inertial><origin xyz="%.17g %.17g %.17g"/><mass value="%.17g"/><inertia ixx="%.17g" '
                    'iyy="%.17g" izz="%.17g" ixy="%.17g" ixz="%.17g" iyz="%.17g"/></inertial></link>' % (
                        k + 1, *body["com"], body["mass"], inertia[0, 0], inertia[1, 1], inertia[2, 2], inertia[0, 1],
                        inertia[0, 2], inertia[1, 2]))
        text.append('<joint name="j%d" type="revolute"><parent link="l%d"/><child link="l%d"/><origin xyz="%.17g %.17g %.17g" '
                    'rpy="%.17g %.17g %.17g"/><axis xyz="%.17g %.17g %.17g"/><limit lower="-9" upper="9" effort="1e3" '
                    'velocity="99"/></joint>' % (k + 1, k, k + 1, *step[:3, 3], *rpy(step[:3, :3]), *axis))
    return "\n".join(text + ["</robot>"])


def by_pykdl(robot, states):
    import PyKDL as kdl
    chain = kdl.Chain()
    for step, axis, joint in links_of(robot):
        body = joint["link"]["body"]
        I = about_com(body)
        place = kdl.Frame(kdl.Rotation(*step[:3, :3].ravel()), kdl.Vector(*step[:3, 3]))
        inertia = kdl.RigidBodyInertia(body["mass"], kdl.Vector(*body["com"]),
                                       kdl.RotationalInertia(I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]))
        chain.addSegment(kdl.Segment(kdl.Joint(kdl.Joint.Fixed), place))
        turn = kdl.Joint(kdl.Vector(0, 0, 0), kdl.Vector(*axis), kdl.Joint.RotAxis)
        chain.addSegment(kdl.Segment(turn, kdl.Frame.Identity(), inertia))
    solver = kdl.ChainIdSolver_RNE(chain, kdl.Vector(*robot.gravity))
    given = [kdl.JntArray(robot.n) for _ in range(3)]
    for array, state in zip(given, states):
        for k in range(robot.n):
            array[k] = float(state[k])
    wrenches, tau = [kdl.Wrench() for _ in range(chain.getNrOfSegments())], kdl.JntArray(robot.n)

    q, qd, qdd = given

    def call():
        solver.CartToJnt(q, qd, qdd, wrenches, tau)
    call()
    return np.array([tau[k] for k in range(robot.n)]), call, kdl.__version__ if hasattr(kdl, "__version__") else ""


def by_dartpy(robot, states):
    import dartpy
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "arm.urdf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(urdf_of(robot))
        options = dartpy.utils.DartLoaderOptions()
        options.mDefaultRootJointType = dartpy.utils.DartLoaderRootJointType.FIXED
        loader = dartpy.utils.DartLoader()
        loader.setOptions(options)
        arm = loader.parseSkeleton("file://" + path)
    arm.setGravity(robot.gravity)

    q, qd, qdd = states

    def call():
        arm.setPositions(q)
        arm.setVelocities(qd)
        arm.setAccelerations(qdd)
        arm.computeInverseDynamics()
    call()
    return arm.getForces(), call, getattr(dartpy, "__version__", "")


def by_pinocchio(robot, states):
    import pinocchio
    model = pinocchio.buildModelFromXML(urdf_of(robot))
    data = model.createData()
    model.gravity.linear = robot.gravity

    q, qd, qdd = states

    def call():
        return pinocchio.rnea(model, data, q, qd, qdd)
    return np.array(call()), call, pinocchio.__version__


def table(robot):
    draw = np.random.default_rng(1)
    states = [draw.uniform(-1, 1, robot.n) for _ in range(3)]
    q, qd, qdd = states  # a call with a star takes a tenth of a microsecond more, for whoever is called
    want = robot.inverse_dynamics(q, qd, qdd)
    out = np.empty(robot.n)
    ours = least(lambda: robot.inverse_dynamics(q, qd, qdd, out=out), 2000)
    print("| inverse dynamics of one state, %s | µs | times ulna |" % robot.name)
    print("|---|---|---|")
    print("| ulna %s | %.2f | 1 |" % (ulna.__version__, 1e6 * ours))
    for name, build in (("PyKDL", by_pykdl), ("dartpy", by_dartpy), ("Pinocchio", by_pinocchio)):
        try:
            tau, call, version = build(robot, states)
        except ImportError:
            print("| %s | not installed | |" % name)
            continue
        error = np.abs(tau - want).max() / np.abs(want).max()
        if error > 1e-9:
            raise SystemExit("%s: another answer, off by %.2g: %s, ours %s" % (name, error, tau, want))
        took = least(call, 500)
        print("| %s %s | %.2f | %.1f |" % (name, version, 1e6 * took, took / ours))


def main():
    robot = ulna.Robot.load("panda")
    draw = np.random.default_rng(0)
    q, qd, qdd = (draw.uniform(-1, 1, (10 ** 6, robot.n)) for _ in range(3))
    a, b, c = (x[0].copy() for x in (q, qd, qdd))
    out = np.empty(robot.n)
    f = robot.inverse_dynamics
    in_c = min(_core.seconds_in_c(robot, a, b, c, 20000) for _ in range(15))
    plain, given = least(lambda: f(a, b, c), 5000), least(lambda: f(a, b, c, out=out), 5000)
    nothing = least(lambda: None, 5000)
    print("%s, %s, %s" % (robot.name, _core.instructions(), "one thread"))
    print("one state: C %.0f ns; Python %.0f ns above it, %.0f ns into out= (a call of nothing, %.0f ns, taken off); promised 500"
          % (1e9 * in_c, 1e9 * (plain - nothing - in_c), 1e9 * (given - nothing - in_c), 1e9 * nothing))
    robot.threads = 1
    few = [x[:4096].copy() for x in (q, qd, qdd)]
    rows, all_rows = np.empty((4096, robot.n)), np.zeros((10 ** 6, robot.n))
    assert np.allclose(f(*few)[7], f(*(x[7] for x in few)), rtol=1e-12)
    print("4,096 states into out=: %.1f ns each; promised 30" % (1e9 * least(lambda: f(*few, out=rows), 1, 200) / 4096))
    print("1,000,000 states into out=: %.1f ms; promised 40, goal 30" % (1e3 * least(lambda: f(q, qd, qdd, out=all_rows), 1, 9)))
    narrow = [x[:4096].astype(np.float32) for x in (q, qd, qdd)]
    print("4,096 states of float32: %.1f ns each" % (1e9 * least(lambda: f(*narrow), 1, 200) / 4096))
    print()
    table(robot)


if __name__ == "__main__":
    main()
