/* The one table of commands and options. Help, man page, completion and parsing are made from it. */
#include "cli.h"

const char *const about_ulna = "kinematics and dynamics of robot arms";

const char *const group_titles[GROUP_COUNT] = {
    [GROUP_ROBOT] = "The robot",   [GROUP_STATE] = "The state",   [GROUP_SURROUNDINGS] = "Its surroundings",
    [GROUP_WHAT] = "What and how", [GROUP_OUTPUT] = "The output",
};

const char *const state_notes =
    "ROBOT is the name of a built-in robot (see `ulna robots`), or a robot file: .yaml, .json or .urdf. A "
    "name with a slash or one of these endings is always a file.\n"
    "\n"
    "Put the numbers of one option into quotes, with blanks or commas between them. Units are SI and "
    "radians; an angle may also be written 90deg or pi/2. A state that is not given is zero.\n"
    "\n"
    "A file of states is CSV with a header: q1..qn, qd1..qdn, qdd1..qddn, tau1..taun and (for "
    "fd) F_ad1..F_adn, in any order. Absent columns are zero. Columns that the command does not need, and "
    "the other columns that `ulna ik` and `ulna id` write, are allowed; unknown columns are an error. Blank "
    "lines and lines that begin with # are skipped. States are computed block by block, so the file may be "
    "of any length.\n"
    "\n"
    "An .npz file of states has arrays q, qd, qdd, tau, F_ad with a row for each state. They may be "
    "float64 or float32, in C or Fortran order, of either byte order, compressed or not. An .npy file has "
    "one array: the columns of q, then those of qd, then those of qdd (for fd: tau); the last ones may be "
    "absent. --output writes the results to such a file: an array for each result, whose first index is "
    "the state.\n"
    "\n"
    "Six-vectors and the rows of a Jacobian are angular first, except --wrench. Results are in the frames "
    "and names of the robot's own file. As JSON they are one array with an object per state; as CSV a "
    "vector tau has the columns tau1, tau2, ..., a matrix M has M_1_1, M_1_2, ..., row by row. Both read "
    "back exactly; text is rounded. If the command ends with an error, the JSON array is not closed, so "
    "nobody takes it for whole.\n"
    "\n"
    "Exit status: 0 done; 1 the answer is no (`check` found a problem, `ik` did not reach a pose); 2 it "
    "could not be done, and one line on stderr says why; 3 the simulation is worth nothing.";

static const char *const formats[] = {"text", "csv", "json", NULL};
static const char *const table_formats[] = {"text", "csv", "markdown", NULL};
static const char *const summary_formats[] = {"text", "json", NULL};
static const char *const places[] = {"cpu", "gpu", NULL};
static const char *const controllers[] = {"unified",        "computed-torque", "pd-gravity",      "joint-pd",
                                          "actuator-servo", "impedance",       "unified-printed", NULL};
static const char *const generated_functions[] = {
    "id", "fd",       "mass", "gravity", "bias",      "coriolis", "coriolis_matrix", "inverse_mass",
    "fk", "jacobian", "did",  "dfd",     "regressor", "udut",     "control",         NULL};
static const char *const character_sets[] = {"utf-8", "ascii", NULL};
static const char *const precisions[] = {"double", "float", NULL};
static const char *const lane_counts[] = {"1", "4", "8", "16", NULL};
static const char *const run_methods[] = {"strobe", "composite", "saha", "articulated", "noc", NULL};
static const char *const integrators[] = {"euler", "semi-implicit", "rk4", "adams", "bdf", "erk", NULL};
static const char *const axes_names[] = {"base", "tool", "world", NULL};
static const char *const drivers[] = {"torque", "force", "current", "voltage", NULL};
static const char *const rotor_forms[] = {"exact", "simplified", NULL};
static const char *const conditions[] = {"mass", "positive_inertia", "triangle_inequality", "far", NULL};

const option options[OPT_COUNT] = {
    [OPT_NONE] = {.name = ""},
    [OPT_Q] = {.name = "q",
               .argument = "\"q1 ... qn\"",
               .group = GROUP_STATE,
               .help = "joint positions, rad or m"},
    [OPT_Q_A] = {.name = "q-a",
                 .argument = "\"q_a1 ... q_an\"",
                 .group = GROUP_STATE,
                 .help = "actuator positions, rad or m, instead of --q; the command finds the posture"},
    [OPT_NEAR] = {.name = "near",
                  .argument = "\"q1 ... qn\"",
                  .group = GROUP_STATE,
                  .help = "with --q-a: take the posture nearest to these joint positions, if a screw "
                          "allows several (default: the middle of the limits)"},
    [OPT_QD] = {.name = "qd",
                .argument = "\"qd1 ... qdn\"",
                .group = GROUP_STATE,
                .help = "joint velocities, rad/s or m/s"},
    [OPT_QDD] = {.name = "qdd",
                 .argument = "\"qdd1 ... qddn\"",
                 .group = GROUP_STATE,
                 .help = "joint accelerations, rad/s2 or m/s2"},
    [OPT_TAU] = {.name = "tau",
                 .argument = "\"tau1 ... taun\"",
                 .group = GROUP_STATE,
                 .help = "joint torques or forces, N m or N"},
    [OPT_FORCE] =
        {.name = "force",
         .argument = "\"F1 ... Fn\"",
         .group = GROUP_STATE,
         .help =
             "forces F_ad of the actuators, on their own side of the gear, instead of --tau (columns F_ad1, "
             "...)"},
    [OPT_STATES] =
        {.name = "states",
         .argument = "FILE",
         .file = true,
         .group = GROUP_STATE,
         .help =
             "many states from a CSV file (- for stdin), an .npy or an .npz file, instead of the options above"},
    [OPT_BASE_LINK] = {.name = "base-link",
                       .argument = "NAME",
                       .group = GROUP_ROBOT,
                       .help = "URDF: the link the chain starts at (default: the root)"},
    [OPT_TIP_LINK] =
        {.name = "tip-link",
         .argument = "NAME",
         .group = GROUP_ROBOT,
         .help = "URDF: the link the chain ends at (default: the only end, or the hand if it is clear which "
                 "link that is)"},
    [OPT_HOLD] = {.name = "hold",
                  .argument = "JOINT=VALUE[,...]",
                  .group = GROUP_ROBOT,
                  .help = "URDF: positions of joints beside the chain, which are held (default: 0, or the "
                          "limit nearest to it)"},
    [OPT_ACCEPT] = {.name = "accept",
                    .argument = "CONDITION[,...]",
                    .choices = conditions,
                    .many = true,
                    .group = GROUP_ROBOT,
                    .help = "accept a robot that breaks these conditions"},
    [OPT_GRAVITY] = {.name = "gravity",
                     .argument = "\"x y z\"",
                     .group = GROUP_SURROUNDINGS,
                     .help =
                         "acceleration of gravity in world axes, instead of the file's (URDF: 0 0 -9.81)"},
    [OPT_BASE] =
        {.name = "base",
         .argument = "\"wx wy wz ax ay az lx ly lz [vx vy vz]\"",
         .group = GROUP_SURROUNDINGS,
         .help = "a moving base: its angular velocity, angular acceleration, linear acceleration and linear "
                 "velocity, in its own axes"},
    [OPT_WRENCH] =
        {.name = "wrench",
         .argument = "\"fx fy fz nx ny nz\"",
         .group = GROUP_SURROUNDINGS,
         .help = "what the world exerts on the hand: force and moment at the tool frame's origin, in its "
                 "axes"},
    [OPT_PAYLOAD] =
        {.name = "payload",
         .argument = "\"mass x y z [xx yy zz xy xz yz]\"",
         .group = GROUP_SURROUNDINGS,
         .help = "a body held by the hand, instead of the file's: mass, mass centre and inertia about it, "
                 "in the last link's frame; 0 0 0 0 for none"},
    [OPT_LINKS_ONLY] = {.name = "links-only",
                        .group = GROUP_WHAT,
                        .help = "leave drives and friction out; the output says so"},
    [OPT_METHOD] = {.name = "method",
                    .argument = "NAME",
                    .group = GROUP_WHAT,
                    .help = "how to compute it (default: the fastest)"},
    [OPT_ROTORS] = {.name = "rotors",
                    .argument = "exact|simplified",
                    .choices = rotor_forms,
                    .group = GROUP_WHAT,
                    .help = "the rotors exactly (default), or without the terms that their spin shares "
                            "with the turning of their carriers; the output says so"},
    [OPT_RANGE] = {.name = "range",
                   .group = GROUP_WHAT,
                   .help = "also the least and the largest inertia over the workspace, and the postures"},
    [OPT_SAMPLES] = {.name = "samples",
                     .argument = "N",
                     .group = GROUP_WHAT,
                     .help = "with --range: how many postures to draw before refining (default: 500)"},
    [OPT_SIMPLIFIED] = {.name = "simplified",
                        .group = GROUP_WHAT,
                        .help = "also what `--rotors simplified` would leave out at this state, as a share"},
    [OPT_JOINT_WRENCHES] =
        {.name = "joint-wrenches",
         .group = GROUP_WHAT,
         .help = "also joint_force and joint_moment: what link i-1 exerts on link i, the moment "
                 "about the joint (origin of frame i-1 in dh), in axes of link i"},
    [OPT_PARTS] =
        {.name = "parts",
         .group = GROUP_WHAT,
         .help =
             "also the parts of tau: M_qdd, Cqd, G, tip_torque, and bias (the sum of all but M_qdd); with "
             "drives also friction, and F (the sum of all but friction)"},
    [OPT_DERIVATIVES] =
        {.name = "derivatives",
         .group = GROUP_WHAT,
         .help = "also the derivatives by the state, n x n; all other inputs stay fixed, and a wrench on the "
                 "hand turns with the hand"},
    [OPT_BASE_PARAMETERS] =
        {.name = "base",
         .group = GROUP_WHAT,
         .help = "without numbers after it: give the base parameters instead, the combinations of pi that "
                 "can be found from forces"},
    [OPT_SHARE] = {.name = "tolerance",
                   .argument = "X",
                   .group = GROUP_WHAT,
                   .help = "with --base: a column is dependent if the others explain all but this share "
                           "of its length (default: 1e-10)"},
    [OPT_TIME] = {.name = "time",
                  .argument = "S",
                  .group = GROUP_STATE,
                  .help = "for a SCENARIO: run it up to this time first (default: 0)"},
    [OPT_DRIVEN_BY] = {.name = "driven-by",
                       .argument = "torque|force|current|voltage",
                       .choices = drivers,
                       .group = GROUP_WHAT,
                       .help = "for a ROBOT: what u is, at the joints or at the actuators (default: torque)"},
    [OPT_INPUT] = {.name = "input",
                   .argument = "\"u1 ... un\"",
                   .group = GROUP_STATE,
                   .help = "for a ROBOT: the input u, in the unit of --driven-by (default: 0)"},
    [OPT_CURRENTS] = {.name = "current",
                      .argument = "\"i1 ... in\"",
                      .group = GROUP_STATE,
                      .help = "with --driven-by voltage: the armature currents, A (default: 0)"},
    [OPT_CHRISTOFFEL] =
        {.name = "christoffel",
         .group = GROUP_WHAT,
         .help = "also the tensor C[i][j][k], symmetric in j and k, with Cqd_i = sum C_ijk qd_j qd_k"},
    [OPT_EXPLAIN] = {.name = "explain",
                     .group = GROUP_WHAT,
                     .help = "say in words and a table which link makes which joint heavy"},
    [OPT_LINK] = {.name = "link",
                  .argument = "NAME",
                  .group = GROUP_WHAT,
                  .help = "for this link (or frame welded to one) instead of the hand"},
    [OPT_POINT] = {.name = "point",
                   .argument = "\"x y z\"",
                   .group = GROUP_WHAT,
                   .help = "for this point of the --link (without one: of the last link), in its frame"},
    [OPT_ALL] = {.name = "all",
                 .group = GROUP_WHAT,
                 .help = "the poses of all links and welded frames as well"},
    [OPT_RPY_COLUMNS] =
        {.name = "as-rpy",
         .group = GROUP_WHAT,
         .help = "xyz and rpy (roll, pitch, yaw: Rz(yaw) Ry(pitch) Rx(roll)) instead of the matrix"},
    [OPT_AXES] = {.name = "axes",
                  .argument = "base|tool|world",
                  .choices = axes_names,
                  .group = GROUP_WHAT,
                  .help = "axes of the result (default: base)"},
    [OPT_POSE] =
        {.name = "pose",
         .argument = "\"16 numbers\"",
         .group = GROUP_WHAT,
         .help = "desired pose of the hand: the 4x4 matrix in the base frame, row by row (or its first 12)"},
    [OPT_XYZ] = {.name = "xyz",
                 .argument = "\"x y z\"",
                 .group = GROUP_WHAT,
                 .help = "instead of --pose: the position; without --rpy any orientation will do"},
    [OPT_RPY] = {.name = "rpy",
                 .argument = "\"roll pitch yaw\"",
                 .group = GROUP_WHAT,
                 .help = "with --xyz: the orientation, Rz(yaw) Ry(pitch) Rx(roll)"},
    [OPT_TARGETS] =
        {.name = "targets",
         .argument = "FILE",
         .file = true,
         .group = GROUP_WHAT,
         .help = "many poses from a CSV file, - for stdin, with the columns of `ulna fk` (pose_1_1, ...) "
                 "or of `ulna fk --as-rpy` (x,y,z,roll,pitch,yaw); each search starts from the last "
                 "solution"},
    [OPT_START] = {.name = "start",
                   .argument = "\"q1 ... qn\"",
                   .group = GROUP_WHAT,
                   .help = "joint positions to start from; the result is the nearest solution found "
                           "(default: 0)"},
    [OPT_TOLERANCE] = {.name = "tolerance",
                       .argument = "\"m [rad]\"",
                       .group = GROUP_WHAT,
                       .help = "largest error of position and orientation (default: 1e-10 1e-10)"},
    [OPT_WEIGHTS] =
        {.name = "weights",
         .argument = "\"wx wy wz x y z\"",
         .group = GROUP_WHAT,
         .help = "weight of each direction of the error in the target's axes, angular first; 0 leaves it "
                 "free: \"1 1 0 1 1 1\" lets the hand turn about its z"},
    [OPT_IGNORE_LIMITS] = {.name = "ignore-limits",
                           .group = GROUP_WHAT,
                           .help = "let joints go beyond their limits"},
    [OPT_HAND_ACCELERATION] =
        {.name = "hand-acceleration",
         .argument = "\"ax ay az x y z\"",
         .group = GROUP_WHAT,
         .help = "desired acceleration of the hand: angular, then linear of the tool frame's origin, in base "
                 "axes, relative to the base, without gravity"},
    [OPT_TWIST] =
        {.name = "twist",
         .argument = "\"wx wy wz x y z\"",
         .group = GROUP_WHAT,
         .help =
             "instead of --hand-acceleration: angular velocity, then velocity of the tool frame's origin; "
             "gives joint rates"},
    [OPT_PREVIOUS] = {.name = "previous",
                      .argument = "\"x1 ... xn\"",
                      .group = GROUP_WHAT,
                      .help = "the previous qdd or qd of the joints; a held joint keeps it (default: 0)"},
    [OPT_PREFERRED] = {.name = "preferred",
                       .argument = "\"x1 ... xn\"",
                       .group = GROUP_WHAT,
                       .help = "method damped: preferred qdd or qd of the joints, where the hand leaves "
                               "them free"},
    [OPT_HAND_WEIGHTS] =
        {.name = "weights",
         .argument = "\"wx wy wz x y z\"",
         .group = GROUP_WHAT,
         .help =
             "weight of each direction in base axes, angular first; 0 leaves it free (method elimination: "
             "only 0 or not 0 matters)"},
    [OPT_DAMPING] = {.name = "damping",
                     .argument = "S",
                     .group = GROUP_WHAT,
                     .help = "method damped: damp singular values below this (default: 0.05)"},
    [OPT_ACCELERATION_LIMITS] = {.name = "acceleration-limits",
                                 .argument = "\"a1 ... an\"",
                                 .group = GROUP_WHAT,
                                 .help = "acceleration limit of each joint, rad/s2 or m/s2 (a robot file "
                                         "has none)"},
    [OPT_PERIOD] =
        {.name = "period",
         .argument = "SECONDS",
         .group = GROUP_WHAT,
         .help = "the controller's period; joints brake in time for their limits (default: 0, limits at "
                 "this instant only)"},
    [OPT_STARTS] = {.name = "starts",
                    .argument = "N",
                    .group = GROUP_WHAT,
                    .help = "how many starts to try at most (default: 100)"},
    [OPT_SEED] = {.name = "seed",
                  .argument = "N",
                  .group = GROUP_WHAT,
                  .help = "seed of the random numbers; the same seed gives the same answer (default: 0)"},
    [OPT_RUN_SEED] = {.name = "seed",
                      .argument = "N",
                      .group = GROUP_WHAT,
                      .help = "seed of all random numbers, instead of the scenario's"},
    [OPT_DURATION] = {.name = "duration",
                      .argument = "S",
                      .group = GROUP_WHAT,
                      .help = "how many seconds to simulate, instead of the scenario's"},
    [OPT_INTEGRATOR] = {.name = "integrator",
                        .argument = "NAME",
                        .choices = integrators,
                        .group = GROUP_WHAT,
                        .help = "integrator, instead of the scenario's; adams and bdf need a build with "
                                "SUNDIALS"},
    [OPT_FORWARD_METHOD] =
        {.name = "forward-method",
         .argument = "NAME",
         .choices = run_methods,
         .group = GROUP_WHAT,
         .help = "method of forward dynamics, instead of the fastest; for robots without rotors"},
    [OPT_STEP] = {.name = "step",
                  .argument = "S",
                  .group = GROUP_WHAT,
                  .help = "length of a step in seconds, for integrators with fixed steps (default: the "
                          "scenario's, or 0.001)"},
    [OPT_RUN_TOLERANCE] = {.name = "tolerance",
                           .argument = "X",
                           .group = GROUP_WHAT,
                           .help = "local error allowed, for integrators that choose their steps by it"},
    [OPT_CONTROLLER] = {.name = "controller",
                        .argument = "KIND",
                        .choices = controllers,
                        .group = GROUP_WHAT,
                        .help = "another kind of controller, with the options that the scenario gives its "
                                "own"},
    [OPT_MASS_ERROR] = {.name = "mass-error",
                        .argument = "PERCENT",
                        .group = GROUP_WHAT,
                        .help = "make the masses in the controller's model larger than the arm's by this "
                                "(with a minus: smaller)"},
    [OPT_FRICTION_ERROR] = {.name = "friction-error",
                            .argument = "PERCENT",
                            .group = GROUP_WHAT,
                            .help = "the same for friction"},
    [OPT_UNKNOWN_PAYLOAD] = {.name = "unknown-payload",
                             .group = GROUP_WHAT,
                             .help = "the controller does not know payloads"},
    [OPT_COMPARE] =
        {.name = "compare",
         .group = GROUP_WHAT,
         .help = "run it with every kind of controller (or only that of --controller) and print one "
                 "table. Each runs three times: with an exact model, and with masses 10 % too small and "
                 "10 % too large, payloads unknown. An option for the model's error replaces these three"},
    [OPT_ARMS] = {.name = "arms",
                  .argument = "N",
                  .group = GROUP_WHAT,
                  .help = "run N arms, each with a seed of its own, and report on all of them and the worst"},
    [OPT_VARY] =
        {.name = "vary",
         .argument = "RANGES",
         .group = GROUP_WHAT,
         .help = "ranges from which each arm draws what its controller does not know: "
                 "masses=10%,friction=-20%..50%,payload=0..2 (each link's mass and inertia, all friction, kg "
                 "in the hand)"},
    [OPT_ON] = {.name = "on",
                .argument = "cpu|gpu",
                .choices = places,
                .group = GROUP_WHAT,
                .help = "where the arms run (default: cpu, on all its processors)"},
    [OPT_ARM] = {.name = "arm",
                 .argument = "K",
                 .group = GROUP_WHAT,
                 .help = "with --arms: run only the Kth, as an ordinary run that can be recorded"},
    [OPT_RECORD] = {.name = "record",
                    .argument = "FILE",
                    .file = true,
                    .group = GROUP_OUTPUT,
                    .help = "record to this .csv or .npz file, instead of the scenario's own"},
    [OPT_VIEW_FILE] =
        {.name = "output",
         .argument = "FILE",
         .file = true,
         .group = GROUP_OUTPUT,
         .help = "the .html file to write (default: the robot's name in the working folder); -o for "
                 "short"},
    [OPT_WATCH] = {.name = "watch",
                   .group = GROUP_OUTPUT,
                   .help = "serve the page on this machine instead; it loads itself again when the "
                           "robot's file changes"},
    [OPT_REPORT] = {.name = "report",
                    .argument = "FILE",
                    .file = true,
                    .group = GROUP_OUTPUT,
                    .help =
                        "write a page of the run: an .html file that shows the arm, plots and the summary "
                        "in any browser"},
    [OPT_QUIET] = {.name = "quiet",
                   .group = GROUP_OUTPUT,
                   .help = "no progress, no notes, and no summary unless --format asks for it"},
    [OPT_NO_NOTES] = {.name = "quiet", .group = GROUP_OUTPUT, .help = "no notes on stderr"},
    [OPT_ALLOW_OUTSIDE] = {.name = "allow-outside",
                           .group = GROUP_WHAT,
                           .help = "let a scenario name files outside its folder, and record outside the "
                                   "working folder"},
    [OPT_SUMMARY_FORMAT] = {.name = "format",
                            .argument = "text|json",
                            .choices = summary_formats,
                            .group = GROUP_OUTPUT,
                            .help = "how to write the summary (default: text)"},
    [OPT_NAMES] = {.name = "names", .group = GROUP_OUTPUT, .help = "the names alone, one per line"},
    [OPT_N] = {.name = "n",
               .argument = "N",
               .group = GROUP_ROBOT,
               .help = "a random chain of N joints, a third of them prismatic, instead of a ROBOT"},
    [OPT_FUNCTIONS] = {.name = "functions",
                       .argument = "NAMES",
                       .choices = generated_functions,
                       .many = true,
                       .group = GROUP_WHAT,
                       .help = "functions to generate, with commas between them (default: id,fd,mass)"},
    [OPT_PRECISION] = {.name = "precision",
                       .argument = "double|float",
                       .choices = precisions,
                       .group = GROUP_WHAT,
                       .help = "type of the numbers in the code (default: double)"},
    [OPT_LANES] = {.name = "lanes",
                   .argument = "1|4|8|16",
                   .choices = lane_counts,
                   .group = GROUP_WHAT,
                   .help = "number of states that the code computes side by side, by vector types "
                           "(default: 1)"},
    [OPT_PREFIX] = {.name = "prefix",
                    .argument = "NAME",
                    .group = GROUP_WHAT,
                    .help = "what every name and file begins with (default: arm)"},
    [OPT_OWN_SINCOS] =
        {.name = "own-sincos",
         .group = GROUP_WHAT,
         .help = "the code has its own sines, which are faster than those of math.h (with lanes: always)"},
    [OPT_DRIVES] = {.name = "drives",
                    .group = GROUP_WHAT,
                    .help = "include rotors, gears and friction; forces are those of the actuators"},
    [OPT_PARAMETER] =
        {.name = "parameter",
         .argument = "NAMES",
         .group = GROUP_WHAT,
         .help = "make these inputs of the code, with commas between them: gravity, payload, wrench, "
                 "mass:LINK, com:LINK, inertia:LINK, a:JOINT, d:JOINT"},
    [OPT_LATEX] = {.name = "latex",
                   .group = GROUP_WHAT,
                   .help = "also write PREFIX.tex: the functions as closed forms"},
    [OPT_OUTPUT_FOLDER] = {.name = "output",
                           .argument = "FOLDER",
                           .file = true,
                           .group = GROUP_OUTPUT,
                           .help = "folder for the files; it is made if missing (default: the working "
                                   "folder); -o for short"},
    [OPT_PAPERS] = {.name = "papers",
                    .group = GROUP_WHAT,
                    .help = "the papers' operation tables, row by row, beside the counts made here"},
    [OPT_FORWARD] =
        {.name = "forward",
         .group = GROUP_WHAT,
         .help = "compare the methods of forward dynamics instead; without a robot, over the number of "
                 "joints"},
    [OPT_CONTROL] =
        {.name = "control",
         .group = GROUP_WHAT,
         .help = "compare unified control instead: the paper's tables, operations and time of a cycle "
                 "(default: puma560)"},
    [OPT_VIEW] =
        {.name = "view",
         .group = GROUP_WHAT,
         .help = "serve a page on this machine that shows the run while it goes on; on it you can change the "
                 "controller's gains and push the hand"},
    [OPT_SPEED] = {.name = "speed",
                   .argument = "X",
                   .group = GROUP_WHAT,
                   .help = "with --view: simulated seconds per second (default: 1)"},
    [OPT_SAVE] = {.name = "save",
                  .argument = "FILE",
                  .file = true,
                  .group = GROUP_OUTPUT,
                  .help = "with --view: write the scenario with the changes; it gives the same run again"},
    [OPT_PLOT_OUTPUT] = {.name = "output",
                         .argument = "FILE",
                         .file = true,
                         .group = GROUP_OUTPUT,
                         .help = "draw to this .svg or .png file instead; -o for short"},
    [OPT_CHARACTERS] = {.name = "characters",
                        .argument = "utf-8|ascii",
                        .choices = character_sets,
                        .group = GROUP_OUTPUT,
                        .help = "characters of pictures (default: utf-8 on a terminal with a UTF-8 locale, "
                                "else ascii)"},
    [OPT_TABLE_FORMAT] = {.name = "format",
                          .argument = "text|csv|markdown",
                          .choices = table_formats,
                          .group = GROUP_OUTPUT,
                          .help = "how to write the table (default: text on a terminal, else csv)"},
    [OPT_STRICT] = {.name = "strict", .group = GROUP_WHAT, .help = "treat warnings as errors"},
    [OPT_OUTPUT] =
        {.name = "output",
         .argument = "FILE",
         .file = true,
         .group = GROUP_OUTPUT,
         .help =
             "write the results to this .npz, .npy, .csv, .json or .txt file; the file appears when it is "
             "whole"},
    [OPT_ONLY] = {.name = "only",
                  .argument = "NAME[,...]",
                  .group = GROUP_OUTPUT,
                  .help = "only these results, in their usual order"},
    [OPT_FORMAT] = {.name = "format",
                    .argument = "text|csv|json",
                    .choices = formats,
                    .group = GROUP_OUTPUT,
                    .help = "how to write the results (default: text on a terminal, else csv)"},
    [OPT_ECHO] = {.name = "echo",
                  .group = GROUP_OUTPUT,
                  .help = "write the state (those of q, qd, qdd, tau that are used) before its results"},
    [OPT_HELP] = {.name = "help", .group = GROUP_OUTPUT, .help = "this text"},
};

#define ROBOT_OPTIONS  OPT_BASE_LINK, OPT_TIP_LINK, OPT_HOLD, OPT_ACCEPT, OPT_NO_NOTES
#define OUTPUT_OPTIONS OPT_FORMAT, OPT_ECHO, OPT_HELP
#define ARRAY_OPTIONS  OPT_OUTPUT, OPT_ONLY, OUTPUT_OPTIONS

static const option_id robots_options[] = {OPT_NAMES, OPT_HELP, OPT_NONE};
static const option_id show_options[] = {OPT_Q, ROBOT_OPTIONS, OPT_CHARACTERS, OPT_HELP, OPT_NONE};
static const option_id view_options[] = {OPT_Q, OPT_VIEW_FILE, OPT_WATCH, ROBOT_OPTIONS, OPT_HELP, OPT_NONE};
static const option_id check_options[] = {OPT_STRICT, OPT_ALLOW_OUTSIDE, ROBOT_OPTIONS, OPT_HELP, OPT_NONE};
static const option_id fk_options[] = {OPT_Q,           OPT_STATES, OPT_LINK,      OPT_POINT,     OPT_ALL,
                                       OPT_RPY_COLUMNS, OPT_AXES,   ROBOT_OPTIONS, ARRAY_OPTIONS, OPT_NONE};
static const option_id fk_idle[] = {OPT_QD, OPT_QDD, OPT_TAU, OPT_GRAVITY, OPT_BASE, OPT_WRENCH, OPT_NONE};
static const option_id ik_options[] = {OPT_POSE,      OPT_XYZ,     OPT_RPY,           OPT_TARGETS, OPT_START,
                                       OPT_TOLERANCE, OPT_WEIGHTS, OPT_IGNORE_LIMITS, OPT_STARTS,  OPT_SEED,
                                       ROBOT_OPTIONS, OPT_FORMAT,  OPT_HELP,          OPT_NONE};
static const option_id jacobian_options[] = {OPT_Q,         OPT_QD,        OPT_QDD,   OPT_STATES,
                                             OPT_BASE,      OPT_LINK,      OPT_POINT, OPT_AXES,
                                             ROBOT_OPTIONS, ARRAY_OPTIONS, OPT_NONE};
static const option_id jacobian_idle[] = {OPT_TAU, OPT_GRAVITY, OPT_WRENCH, OPT_NONE};
static const option_id resolve_options[] = {OPT_Q,
                                            OPT_QD,
                                            OPT_STATES,
                                            OPT_HAND_ACCELERATION,
                                            OPT_TWIST,
                                            OPT_PREVIOUS,
                                            OPT_PREFERRED,
                                            OPT_METHOD,
                                            OPT_HAND_WEIGHTS,
                                            OPT_DAMPING,
                                            OPT_IGNORE_LIMITS,
                                            OPT_ACCELERATION_LIMITS,
                                            OPT_PERIOD,
                                            ROBOT_OPTIONS,
                                            OUTPUT_OPTIONS,
                                            OPT_NONE};
static const option_id resolve_idle[] = {OPT_QDD, OPT_TAU, OPT_GRAVITY, OPT_BASE, OPT_WRENCH, OPT_NONE};
static const char *const resolve_methods[] = {"elimination", "damped", NULL};
static const option_id id_options[] = {
    OPT_Q,       OPT_QD,          OPT_QDD,        OPT_STATES,    OPT_BASE,   OPT_WRENCH,
    OPT_GRAVITY, OPT_PAYLOAD,     OPT_LINKS_ONLY, OPT_ROTORS,    OPT_METHOD, OPT_JOINT_WRENCHES,
    OPT_PARTS,   OPT_DERIVATIVES, ROBOT_OPTIONS,  ARRAY_OPTIONS, OPT_NONE};
static const option_id id_idle[] = {OPT_TAU, OPT_NONE};
static const option_id mass_options[] = {OPT_Q,      OPT_STATES,    OPT_PAYLOAD,   OPT_LINKS_ONLY, OPT_ROTORS,
                                         OPT_METHOD, ROBOT_OPTIONS, ARRAY_OPTIONS, OPT_NONE};
static const option_id mass_idle[] = {OPT_QD, OPT_QDD, OPT_TAU, OPT_GRAVITY, OPT_BASE, OPT_WRENCH, OPT_NONE};
static const option_id coriolis_options[] = {OPT_Q,          OPT_QD,     OPT_STATES,      OPT_PAYLOAD,
                                             OPT_LINKS_ONLY, OPT_METHOD, OPT_CHRISTOFFEL, ROBOT_OPTIONS,
                                             ARRAY_OPTIONS,  OPT_NONE};
static const option_id coriolis_idle[] = {OPT_QDD, OPT_TAU, OPT_GRAVITY, OPT_BASE, OPT_WRENCH, OPT_NONE};
static const option_id gravity_options[] = {OPT_Q,         OPT_STATES,     OPT_GRAVITY,
                                            OPT_PAYLOAD,   OPT_LINKS_ONLY, OPT_METHOD,
                                            ROBOT_OPTIONS, ARRAY_OPTIONS,  OPT_NONE};
static const option_id gravity_idle[] = {OPT_QD, OPT_QDD, OPT_TAU, OPT_BASE, OPT_WRENCH, OPT_NONE};
static const char *const inverse_methods[] = {
    "fast", "lagrange", "newton-euler", "modified-newton-euler", "angeles", "strobe", NULL};
static const option_id fd_options[] = {OPT_Q,           OPT_QD,         OPT_TAU,       OPT_FORCE,
                                       OPT_STATES,      OPT_BASE,       OPT_WRENCH,    OPT_GRAVITY,
                                       OPT_PAYLOAD,     OPT_LINKS_ONLY, OPT_ROTORS,    OPT_METHOD,
                                       OPT_DERIVATIVES, ROBOT_OPTIONS,  ARRAY_OPTIONS, OPT_NONE};
static const option_id fd_idle[] = {OPT_QDD, OPT_NONE};
static const option_id regressor_options[] = {
    OPT_Q,      OPT_QD,        OPT_QDD,       OPT_STATES,     OPT_BASE,
    OPT_WRENCH, OPT_GRAVITY,   OPT_PAYLOAD,   OPT_LINKS_ONLY, OPT_BASE_PARAMETERS,
    OPT_SHARE,  ROBOT_OPTIONS, ARRAY_OPTIONS, OPT_NONE};
static const option_id regressor_idle[] = {OPT_TAU, OPT_NONE};
static const option_id linearise_options[] = {
    OPT_Q,       OPT_QD,      OPT_INPUT,      OPT_CURRENTS,  OPT_TIME,      OPT_BASE,          OPT_WRENCH,
    OPT_GRAVITY, OPT_PAYLOAD, OPT_LINKS_ONLY, OPT_DRIVEN_BY, ROBOT_OPTIONS, OPT_ALLOW_OUTSIDE, OPT_OUTPUT,
    OPT_ONLY,    OPT_FORMAT,  OPT_HELP,       OPT_NONE};
static const option_id drives_options[] = {
    OPT_Q,       OPT_Q_A,  OPT_NEAR,       OPT_QD,      OPT_QDD,       OPT_STATES, OPT_PAYLOAD, OPT_RANGE,
    OPT_SAMPLES, OPT_SEED, OPT_SIMPLIFIED, OPT_GRAVITY, ROBOT_OPTIONS, OPT_FORMAT, OPT_HELP,    OPT_NONE};
static const option_id drives_idle[] = {OPT_TAU, OPT_NONE};
static const option_id udut_options[] = {
    OPT_Q,       OPT_QD,         OPT_TAU,     OPT_STATES,    OPT_BASE,       OPT_WRENCH, OPT_GRAVITY,
    OPT_PAYLOAD, OPT_LINKS_ONLY, OPT_EXPLAIN, ROBOT_OPTIONS, OUTPUT_OPTIONS, OPT_NONE};
static const option_id udut_idle[] = {OPT_QDD, OPT_NONE};
static const option_id generate_options[] = {
    OPT_FUNCTIONS, OPT_PRECISION, OPT_LANES,         OPT_PREFIX,    OPT_OWN_SINCOS, OPT_DRIVES,
    OPT_PARAMETER, OPT_LATEX,     OPT_OUTPUT_FOLDER, OPT_BASE_LINK, OPT_TIP_LINK,   OPT_HOLD,
    OPT_ACCEPT,    OPT_GRAVITY,   OPT_NO_NOTES,      OPT_HELP,      OPT_NONE};
static const option_id noc_options[] = {OPT_Q,          OPT_QD,        OPT_QDD,        OPT_STATES,
                                        OPT_BASE,       OPT_WRENCH,    OPT_GRAVITY,    OPT_PAYLOAD,
                                        OPT_LINKS_ONLY, ROBOT_OPTIONS, OUTPUT_OPTIONS, OPT_NONE};
static const option_id noc_idle[] = {OPT_TAU, OPT_NONE};
static const char *const forward_methods[] = {"fast",        "strobe", "composite", "saha",
                                              "articulated", "noc",    NULL};
static const option_id compare_options[] = {OPT_N,    OPT_PAPERS,    OPT_FORWARD,      OPT_CONTROL,
                                            OPT_SEED, ROBOT_OPTIONS, OPT_TABLE_FORMAT, OPT_HELP,
                                            OPT_NONE};
static const option_id simulate_options[] = {OPT_RECORD,
                                             OPT_REPORT,
                                             OPT_VIEW,
                                             OPT_SPEED,
                                             OPT_SAVE,
                                             OPT_RUN_SEED,
                                             OPT_DURATION,
                                             OPT_INTEGRATOR,
                                             OPT_FORWARD_METHOD,
                                             OPT_STEP,
                                             OPT_RUN_TOLERANCE,
                                             OPT_CONTROLLER,
                                             OPT_MASS_ERROR,
                                             OPT_FRICTION_ERROR,
                                             OPT_UNKNOWN_PAYLOAD,
                                             OPT_COMPARE,
                                             OPT_ARMS,
                                             OPT_VARY,
                                             OPT_ON,
                                             OPT_ARM,
                                             OPT_QUIET,
                                             OPT_ALLOW_OUTSIDE,
                                             OPT_SUMMARY_FORMAT,
                                             OPT_CHARACTERS,
                                             OPT_NAMES,
                                             OPT_HELP,
                                             OPT_NONE};
static const option_id plot_options[] = {OPT_PLOT_OUTPUT, OPT_CHARACTERS, OPT_NO_NOTES, OPT_HELP, OPT_NONE};
static const option_id help_options[] = {OPT_HELP, OPT_NONE};

const command commands[] = {
    {.name = "robots",
     .operands = OPERANDS_NONE,
     .summary = "the built-in robots",
     .description = "Lists the built-in robots: name, joints, what each is.",
     .examples = "ulna robots",
     .run = run_robots,
     .options = robots_options},
    {.name = "show",
     .operands = OPERANDS_ROBOT,
     .summary = "what a robot is: table, picture, masses, reach, drives",
     .description =
         "Shows where a robot's numbers come from, its joints and links, its drives and payload, and a "
         "picture of it at --q (default: 0).",
     .examples = "ulna show puma560\n"
                 "ulna show panda --q \"0 0 0 -90deg 0 90deg 0\"",
     .run = run_show,
     .options = show_options},
    {.name = "view",
     .operands = OPERANDS_ROBOT,
     .summary = "a robot in the browser: sliders, poses, torques, inertias",
     .description =
         "Writes a page, one HTML file that fetches nothing: the robot in 3-D, a slider for each joint, "
         "the torques that hold it, the inertia each joint feels, manipulability and the mass matrix. The "
         "page computes with this library. Drag the hand, and the joints follow. Links are drawn from "
         "their geometry, or as the URDF says: boxes, cylinders, spheres, and meshes (STL, OBJ, COLLADA) "
         "from its folder; the page lists meshes that it did not find.\n"
         "\n"
         "The page lists the problems that `ulna check` finds and highlights their links. A robot whose "
         "problems can all be accepted (--accept) is shown anyway.\n"
         "\n"
         "--watch serves the page at an address that only this machine can reach; the page follows the "
         "robot's file until Ctrl-C.",
     .examples = "ulna view puma560\n"
                 "ulna view arm.urdf -o arm.html\n"
                 "ulna view arm.yaml --watch",
     .run = run_view,
     .options = view_options},
    {.name = "check",
     .operands = OPERANDS_FILES,
     .summary = "every problem of robot files and scenarios, with line, condition and value",
     .description =
         "Reads robot files (or built-in robots) and scenarios, and prints every problem on stdout, one "
         "per line: FILE:LINE:COLUMN: severity: condition: what and why. A file with an error is "
         "refused, a warning is a probable mistake, a note is worth knowing, such as a written waiver.\n"
         "\n"
         "Exit status: 0 no error (with --strict: and no warning); 1 there is one; 2 a file cannot be "
         "read.",
     .examples = "ulna check arm.yaml\n"
                 "ulna check --strict robots/*.yaml\n"
                 "ulna check arm.urdf --tip-link tool0 --accept triangle_inequality",
     .run = run_check,
     .options = check_options},
    {.name = "fk",
     .operands = OPERANDS_ROBOT,
     .summary = "forward kinematics: where the hand and the links are",
     .description =
         "Gives pose, the 4x4 matrix of the tool frame or of a --link, in the base frame (--axes world: "
         "in the world). With --point it also gives point, that point's position.",
     .examples = "ulna fk puma560 --q \"0 pi/4 pi 0 pi/4 0\"\n"
                 "ulna fk ur5e --states path.csv --as-rpy",
     .run = run_fk,
     .options = fk_options,
     .idle = fk_idle},
    {.name = "ik",
     .operands = OPERANDS_ROBOT,
     .summary = "inverse kinematics: joint positions that bring the hand to a pose",
     .description =
         "Gives status; q, the solution nearest to --start among those found; position_error and "
         "orientation_error; and the number of iterations. For a pose out of reach it gives the closest "
         "pose found, status \"not reached\", and exit status 1.",
     .examples = "ulna ik puma560 --xyz \"0.4 0.1 0.9\" --rpy \"0 90deg 0\"\n"
                 "ulna fk panda --states path.csv | ulna ik panda --targets -",
     .run = run_ik,
     .options = ik_options},
    {.name = "jacobian",
     .operands = OPERANDS_ROBOT,
     .summary = "the Jacobian and the motion of the hand",
     .description =
         "Gives J (6 x n, relative to the base), Jdot_qd (its rate times qd, base at rest), tip_velocity "
         "and tip_acceleration (base motion included, gravity not), and, for the hand, manipulability "
         "(Yoshikawa) and singular_values of J. Rows are three angular, then three linear ones. They "
         "belong to the tool frame's origin, in base axes, unless --link, --point or --axes say otherwise.",
     .examples = "ulna jacobian puma560 --q \"0 0.5 1 0 0.5 0\" --qd \"1 0 0 0 0 0\" --format json",
     .run = run_jacobian,
     .options = jacobian_options,
     .idle = jacobian_idle},
    {.name = "resolve",
     .operands = OPERANDS_ROBOT,
     .summary = "resolved motion: the joint motion that gives a desired motion of the hand",
     .description =
         "Gives qdd for --hand-acceleration at q and qd, or qd for --twist at q. Also:\n"
         "  held, held_joints\tthe joints that keep their previous value\n"
         "  residual\tthe desired motion minus the motion reached\n"
         "  rank\thow many directions of the hand the joints can move\n"
         "  smallest\tthe smallest pivot or singular value\n"
         "  raised\tthe amount of damping\n"
         "  limited\tthe joints at a limit\n"
         "  scale\tthe factor of the hand's motion that keeps the limits\n"
         "  slowing\tthe rate (1/s) at which all joints brake because one must\n"
         "  clamped\t1 if joints had to be cut off one by one\n"
         "\n"
         "Method elimination (default) takes the columns of the Jacobian from base to hand. It holds a "
         "joint that depends on those before it, so a singular wrist still does what it can; the residual "
         "is what it cannot do. Method damped is least squares with damping of small singular values, so "
         "that joints stay slow near a singular posture. Limits of position and speed are the robot "
         "file's.",
     .examples =
         "ulna resolve puma560 --q \"0.3 -0.5 0.7 0.4 0 -0.9\" --twist \"0 0 0.1 0.1 0 0\" --format json\n"
         "ulna resolve panda --q \"0 -0.3 0 -2 0 1.7 0\" --twist \"0 0 0 0 0 0\" --method damped "
         "--preferred \"1 0 0 0 0 0 0\"",
     .methods = resolve_methods,
     .run = run_resolve,
     .options = resolve_options,
     .idle = resolve_idle},
    {.name = "id",
     .operands = OPERANDS_ROBOT,
     .summary = "inverse dynamics: the torques a motion needs",
     .description =
         "Gives tau, the joint torques (forces at prismatic joints) that make the arm move with q, qd, "
         "qdd, against gravity, the motion of the base and the wrench on the hand.\n"
         "\n"
         "--derivatives adds dtau_dq, dtau_dqd and dtau_dqdd; row i, column j is the derivative of tau_i "
         "by joint j. For a robot with drives it also adds F, the forces without friction, dF_dq and "
         "dF_dqd, and dF_ad_dq, dF_ad_dqd and dF_ad_dqdd at the actuators. Directions of friction are "
         "taken as fixed, and dry friction is 0 at exactly zero speed.",
     .examples = "ulna id panda --q \"0 0 0 -90deg 0 90deg 0\" --qdd \"1 0 0 0 0 0 0\"\n"
                 "ulna id puma560 --links-only --states motion.csv --format json\n"
                 "ulna id scara --qd \"1 1 0.1 1\" --derivatives --format json",
     .methods = inverse_methods,
     .run = run_id,
     .options = id_options,
     .idle = id_idle},
    {.name = "mass",
     .operands = OPERANDS_ROBOT,
     .summary = "the mass matrix M(q)",
     .description = "Gives M, the n x n mass matrix.",
     .examples = "ulna mass panda --q \"0 0 0 -90deg 0 90deg 0\"",
     .methods = inverse_methods,
     .run = run_mass,
     .options = mass_options,
     .idle = mass_idle},
    {.name = "coriolis",
     .operands = OPERANDS_ROBOT,
     .summary = "Coriolis and centrifugal torques",
     .description =
         "Gives Cqd, the vector of Coriolis and centrifugal torques (do not multiply it by qd again), and "
         "C_matrix, a matrix with C_matrix qd = Cqd and dM/dt - 2 C_matrix skew-symmetric.",
     .examples = "ulna coriolis planar2r --q \"0 pi/2\" --qd \"1 1\" --christoffel",
     .methods = inverse_methods,
     .run = run_coriolis,
     .options = coriolis_options,
     .idle = coriolis_idle},
    {.name = "gravity",
     .operands = OPERANDS_ROBOT,
     .summary = "the torques that hold the arm against gravity",
     .description = "Gives G, the joint torques that hold the arm at rest.",
     .examples = "ulna gravity puma560 --q \"0 pi/4 pi 0 pi/4 0\"",
     .methods = inverse_methods,
     .run = run_gravity,
     .options = gravity_options,
     .idle = gravity_idle},
    {.name = "fd",
     .operands = OPERANDS_ROBOT,
     .summary = "forward dynamics: the acceleration that torques cause",
     .description =
         "Gives qdd, the joint accelerations under tau at q, qd, with gravity, the motion of the base and "
         "the wrench on the hand.\n"
         "\n"
         "--derivatives adds dqdd_dq, dqdd_dqd and dqdd_dtau; with --force (or columns F_ad1, ... and no "
         "tau) dqdd_direct_dq, dqdd_direct_dqd and dqdd_direct_dF_ad. Dry friction at exactly zero speed "
         "has no derivative; such a state is refused.",
     .examples = "ulna fd panda --tau \"0 0 0 0 0 0 0\"\n"
                 "ulna id panda --states motion.csv --echo | ulna fd panda --states -",
     .methods = forward_methods,
     .run = run_fd,
     .options = fd_options,
     .idle = fd_idle},
    {.name = "regressor",
     .operands = OPERANDS_ROBOT,
     .summary = "forces as a linear function of the inertial parameters: tau = Y pi + tip_torque; base "
                "parameters",
     .description =
         "Gives Y (n x columns) and pi with tau = Y pi + tip_torque at q, qd, qdd; tip_torque is the "
         "joint torque that the wrench on the hand needs. For each link the columns are m, m cx, m cy, m "
         "cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz in the link's own frame, I about its origin; the payload "
         "counts in the last link. Then come, for each drive, Ia, the rotor's inertia, and kv and Fm, its "
         "viscous and Coulomb friction (the mean of both directions), at the actuator. Y does not contain "
         "friction of the joints themselves, nor what Stribeck's law or a table adds.\n"
         "\n"
         "--base (without numbers after it) gives the base parameters instead, for a base at rest and all "
         "states. Columns are numbered from 0:\n"
         "  rank\thow many base parameters there are\n"
         "  zero\tcolumns that are zero in every state\n"
         "  kept\tindependent columns\n"
         "  dropped\tcolumns that depend on them: column dropped[k] is the sum of "
         "grouping[k][j] column kept[j] over j\n"
         "  beta\tthe base parameters: beta[j] = pi[kept[j]] + the sum of grouping[k][j] pi[dropped[k]] "
         "over k\n"
         "Columns are tried from the base outwards, in each link Ixx, Ixy, Ixz, Iyy, Iyz, Izz, m cx, m cy, "
         "m cz, m, then the drives.",
     .examples = "ulna regressor puma560 --q \"0 0.5 1 0 0.5 0\" --qdd \"1 0 0 0 0 0\" --format json\n"
                 "ulna regressor panda --base",
     .run = run_regressor,
     .options = regressor_options,
     .idle = regressor_idle},
    {.name = "linearise",
     .operands = OPERANDS_ROBOT_OR_SCENARIO,
     .summary = "the plant near a state as a linear system: A and B",
     .description =
         "Gives A and B with d(dx)/dt = A dx + B du near a state, for the plant that simulations run: "
         "links, rotors, coupling, friction, motors, a moving base, a wrench on the hand. x is q, qd and, "
         "if driven by voltage, the currents; u is the input. Input, gravity, base and payload stay as "
         "they are. Also gives t, x, u, and xd, the rate at that state.\n"
         "\n"
         "For a ROBOT the state is --q, --qd, --input. For a SCENARIO it is the run's state at --time, or "
         "--q and --qd at that time. The controller is left out: u is the sum of the controller's output "
         "and the input channels.\n"
         "\n"
         "A state without a derivative is refused: something sticks or stands still under dry friction, "
         "or rests against a stop.",
     .examples = "ulna linearise panda --q \"0 -0.3 0 -2 0 1.7 0\" --format json\n"
                 "ulna linearise puma560 --qd \"1 1 1 1 1 1\" --driven-by force --output linear.npz\n"
                 "ulna linearise double_pendulum --time 0.5",
     .run = run_linearise,
     .options = linearise_options},
    {.name = "drives",
     .operands = OPERANDS_ROBOT,
     .summary = "coupling, reflected and effective inertias, friction, motors",
     .description =
         "The posture is --q, or follows from --q-a (default: the middle of the limits, 0 where there are "
         "none). Gives for each actuator its carrier, position q_a, coupling K = dq_a/dq, rotor_inertia, "
         "motor, friction, and held_inertia and free_inertia: the inertia it feels on its own side of the "
         "gear with all other actuators held, and free. Gives for each joint, when it moves alone: "
         "reflected_inertia, the inertia of the rotors that it feels; rotor_share, their part of the "
         "kinetic energy; and the friction of all drives that it feels. A joint without a drive has a "
         "direct actuator.\n"
         "\n"
         "--qd adds kinetic_energy, and rotor_energy, the part of it due to the rotors' own turning. "
         "--range adds held_range and free_range: minimum and maximum over the workspace, and the "
         "postures q_minimum and q_maximum, one row per actuator. There is no maximum if a gear can reach "
         "a dead point. Joints without limits move by half a turn, or 1 m, either way. --simplified adds "
         "dropped: what the simplified form of the rotors leaves out of the mass matrix, of the velocity "
         "terms and of the joint forces at q, qd, qdd, relative to the whole.",
     .examples = "ulna drives puma560\n"
                 "ulna drives irb6 --q-a \"-130 -66.7 -51 -199 -199\" --near \"0.8 1.9 -1.6 1.2 0\"\n"
                 "ulna drives irb6 --q \"0 0.2 -0.1 0 0\" --qd \"1 1 0 0 0\" --simplified\n"
                 "ulna drives puma560 --range --format json",
     .run = run_drives,
     .options = drives_options,
     .idle = drives_idle},
    {.name = "udut",
     .operands = OPERANDS_ROBOT,
     .summary = "the factors of the mass matrix, U D U^T; composite and articulated bodies",
     .description =
         "Gives U (unit upper triangular) and D with M = U diag(D) U^T, and the parts they come from "
         "[Saha]: p and psi (n x 6), M_tilde (n x 6 x 6, composite body of links i..n) and M_art "
         "(articulated-body inertia), [angular; linear] about each link's mass centre, in base axes. "
         "--tau adds bias, tau_hat, tau_tilde, qdd_solve (of M x = tau) and qdd_forward (of M x = tau - "
         "bias).",
     .examples = "ulna udut puma560 --links-only --explain",
     .run = run_udut,
     .options = udut_options,
     .idle = udut_idle},
    {.name = "noc",
     .operands = OPERANDS_ROBOT,
     .summary = "the natural orthogonal complement, and the wrenches that the joints carry",
     .description =
         "The equations of motion link by link [Angeles, section 7.5] are M dt/dt = -W M t + w_A + w_G + "
         "w_D + w and K t = 0; t = T qd with K T = 0 reduces them to n equations. Gives K (6n x 6n), T "
         "(6n x n), its rate T_dot, M and W (6n x 6n), I = T^T M T and C = T^T (M T_dot + W M T) (n x n), "
         "the mass centres c and their velocities c_dot (n x 3), and for the motion q, qd, qdd the "
         "multipliers lambda and the constraint wrenches w = K^T lambda (6n). Twists and wrenches are "
         "[angular; linear] about each link's mass centre, in base axes. K, T, T_dot, W, C and c_dot "
         "assume a base at rest; lambda and w use --base, --wrench, --gravity and --payload.",
     .examples = "ulna noc planar2r --q \"0.3 0.5\" --qd \"1 -1\" --format json\n"
                 "ulna noc puma560 --links-only --q \"0 pi/4 pi 0 pi/4 0\" --format csv",
     .run = run_noc,
     .options = noc_options,
     .idle = noc_idle},
    {.name = "generate",
     .operands = OPERANDS_ROBOT,
     .summary = "C code for this robot alone: two files without dependencies",
     .description =
         "Writes PREFIX.h and PREFIX.c, strict C11 that is also C++, which contain every constant of the "
         "robot; PREFIX_test.c, a self-test with states and answers of the library; and PREFIX.md with "
         "the counts of operations. The code allocates nothing and has no state. The same robot and "
         "options give the same bytes.\n"
         "\n"
         "Functions: id and fd, inverse and forward dynamics; mass, gravity, bias, coriolis, "
         "coriolis_matrix, inverse_mass; fk and jacobian of the hand; did and dfd, derivatives; "
         "regressor; udut, the factors of the mass matrix; control, computed torque from set point, "
         "measurement and gains. Arrays are those of the library, in the robot file's frames.",
     .examples = "ulna generate puma560 --prefix puma -o puma\n"
                 "ulna generate panda --functions id,fd --precision float --own-sincos\n"
                 "ulna generate puma560 --functions control --drives --parameter payload",
     .run = run_generate,
     .options = generate_options},
    {.name = "compare",
     .operands = OPERANDS_MAYBE_ROBOT,
     .summary = "all formulations: agreement, operation counts, time; the papers' tables",
     .description =
         "Runs every formulation of inverse dynamics on the same random states of a robot's links. Their "
         "columns:\n"
         "  disagreement\tthe largest with any other, relative to the state's largest torque\n"
         "  robot M, A\tmultiplications and additions for this robot, without its exact zeros\n"
         "  ns a call\tthe time, sines included\n"
         "  M, A\tfor an arm of n revolute joints, counted by running it and charged as in its paper\n"
         "  printed M, A\tthe paper's figures, with \"confirmed\" or the difference\n"
         "The row \"generated\" is the code of `ulna generate` for this robot: its M and A, and its time if "
         "there is a C compiler (cc).\n"
         "\n"
         "--forward compares the methods of forward dynamics. Disagreement with any other and error of the "
         "accelerations are relative to the state's largest. M and A include the bias; methods that find the "
         "bias by itself also have M and A with torque minus bias given. Without a robot it gives "
         "operations, accuracy and time of the dense and the O(n) method over the number of joints, and from "
         "how many joints on the O(n) method is cheaper.\n"
         "\n"
         "--control looks at resolved, gross and fine motion computed as one: the paper's operation "
         "tables and the count of each row; unified and separate computation, and up to how many joints "
         "the unified one is cheaper. Then, for the robot and each part of a cycle, it gives the "
         "operations of the kernels and of generated code, and the time, beside the paper's.\n"
         "\n"
         "--papers prints the tables of the other papers, and the count of each row.\n"
         "\n"
         "Exit status: 0 all formulations agree to 1e-9 (--forward: 1e-6); 1 they do not.",
     .examples = "ulna compare puma560\n"
                 "ulna compare --n 30 --format csv\n"
                 "ulna compare panda --forward\n"
                 "ulna compare puma560 --control\n"
                 "ulna compare --papers --format markdown",
     .run = run_compare,
     .options = compare_options},
    {.name = "simulate",
     .operands = OPERANDS_MAYBE_SCENARIO,
     .summary = "run a scenario: progress, recording, summary",
     .description =
         "Runs a scenario, a built-in one or a .yaml file, and prints a summary: time, steps, events, the "
         "balance of energy and work, the largest effort of each drive and its limit, and warnings. For "
         "a trajectory it adds the hand's distance from each segment and its lag; for a surface, touch, "
         "force and bounce. The main signals are lines of small bars (without UTF-8: digits, 0 the least "
         "value, 9 the largest). Without a scenario it lists the built-in ones.\n"
         "\n"
         "A recording is written under a temporary name and gets its own when it is whole. If the run "
         "fails or is stopped by Ctrl-C, it is kept as NAME.incomplete.csv (.npz), with the reason "
         "inside. The same scenario and seed give the same bytes.\n"
         "\n"
         "--compare prints a line for each run: the hand's error of position (RMS and largest, over all "
         "segments of the trajectory) and of orientation; the torque of the joint that came nearest to "
         "its limit (RMS and largest); the number of controller samples cut by a limit; changes of stage; "
         "and the median time of a step of the controller. Nothing is recorded.\n"
         "\n"
         "--report writes one HTML file that fetches nothing: the arm in 3-D, plots tied to the same "
         "instant, events, the summary and the data. With --compare it has every run.\n"
         "\n"
         "--view prints the address of a page. The run begins when you open the page, and goes at the "
         "speed of real time. On the page you can change the controller's gains and push the hand. Each "
         "change takes effect at a recorded instant: a push at a multiple of 10 ms, a gain at a sample of "
         "the controller. The scenario with the changes, saved from the page or by --save, gives the same "
         "recording again, byte for byte, with the same options and without --view. Closing the page does "
         "not stop the run. Only this machine can open the page: port and token in its address are "
         "random.\n"
         "\n"
         "--arms runs the scenario with many arms. Each arm has its own seed, which follows from --seed "
         "and the arm's number. With it the arm draws its noise, and its masses, friction and payload "
         "from the ranges of --vary. The controller computes with the scenario's robot. The figure of an "
         "arm is the hand's largest distance from where it should be; without a controller, the distance "
         "of its joints at the end from those of the scenario's own arm. The summary gives the median, "
         "the worst, and what the worst arm has drawn. --arm runs one of them alone, with a recording if "
         "you ask for it.\n"
         "\n"
         "On a terminal a bar shows the progress and the time left; elsewhere there is a line on stderr "
         "now and then.\n"
         "\n"
         "Exit status:\n"
         "  0\tthe run reached its end\n"
         "  2\tit could not be run, failed, or could not be recorded\n"
         "  3\tit is worth nothing, and the summary says why: a controller at its limit for long, "
         "chattering, an arm it could not hold, energy and work that do not balance to 0.001. The "
         "recording is kept\n"
         "  130, 143, 129\tstopped by Ctrl-C, SIGTERM, SIGHUP\n"
         "A second Ctrl-C ends it at once, without a recording.",
     .examples =
         "ulna simulate\n"
         "ulna simulate double_pendulum --record swing.csv\n"
         "ulna simulate scribe --report scribe.html\n"
         "ulna simulate puma560_pick_and_place --controller joint-pd --mass-error -10\n"
         "ulna simulate puma560_pick_and_place --compare\n"
         "ulna simulate puma560_pick_and_place --arms 100 --vary masses=10%,friction=20%,payload=0..2\n"
         "ulna simulate scribe --view --record tried.csv --save tried.yaml\n"
         "ulna simulate my_run.yaml --seed 7 --duration 2 --record run.npz --format json",
     .run = run_simulate,
     .options = simulate_options},
    {.name = "plot",
     .operands = OPERANDS_RECORDING,
     .summary = "signals of a recording: curves in the terminal, or as SVG or PNG",
     .description =
         "Draws columns of a recording (CSV or .npz) over time, or of any CSV, .npy or .npz file with a "
         "row of numbers for each instant; - is CSV from stdin. Without a column t the rows are "
         "numbered.\n"
         "\n"
         "Each COLUMN[,...] has a picture of its own; its columns share an axis if they have the same "
         "unit. A group's name (q, hand) stands for all of its columns. Without a COLUMN all groups are "
         "drawn.\n"
         "\n"
         "Files may be of any length: the picture keeps extremes, and memory does not grow. Values that "
         "are not finite are gaps, and are counted. In the terminal the curves of one axis have colours; "
         "without colours, each curve has a mark of its own. NO_COLOR and TERM=dumb turn colours off. "
         "Without a UTF-8 locale, and in files and pipes, the picture is plain ASCII.",
     .examples = "ulna plot run.csv\n"
                 "ulna plot run.csv q1,desired_q1 hand energy_kinetic\n"
                 "ulna plot run.npz tau -o torques.svg\n"
                 "ulna id puma560 --states motion.csv --format csv | ulna plot - tau",
     .run = run_plot,
     .options = plot_options},
    {.name = "help",
     .operands = OPERANDS_COMMAND,
     .summary = "this overview, or the help of one command",
     .description =
         "`ulna help COMMAND` is the same as `ulna COMMAND --help`; `ulna help states` explains how "
         "robots, numbers, states and results are written.",
     .examples = "ulna help fk",
     .run = run_help,
     .options = help_options},
    {.name = NULL},
};
