"""The functions of the package, each described once: shapes of what goes in and comes out, and the C that makes it.

generate.py makes of this table the C of the binding, its docstrings (the comments of the headers) and the stubs.

A line is  name(inputs) -> outputs  |  options  |  C  |  lanes.
  inputs, outputs   NAME:SHAPE; a SHAPE is dimensions with x between, `1` for one number. n: joints, m: joints + 1,
                    c: columns of the regressor, p: places of friction, s: min(6, n). T: a pose, 4 x 4. A name with ? may be
                    left out (NULL); a shape that begins with i is of whole numbers
  options           keywords of the call, see OPTIONS
  C                 one state: a call, or statements; names of inputs, outputs and options stand for themselves. A status is
                    what is returned. With a method: what is called then, after `by`
  lanes             the function of ulna/batch.h that does many states at once, and for what: links or drives
"""

# keyword: (type in the stub, default in the stub, in words)
OPTIONS = {
    "method": ("Optional[str]", "None", "a formulation by name; None: the fastest"),
    "forward_method": ("Optional[str]", "None", "a method by name; None: the fastest"),
    "point": ("Optional[Tuple[Union[int, str], ArrayLike]]", "None", "(link, offset in its frame); None: the tool frame's origin"),
    "axes": ("str", "'base'", "'base', 'tool' or 'world'"),
    "frame": ("Union[int, str]", "", "a frame of the robot, by number or name"),
    "of": ("str", "'links'", "'links', or 'drives' for both"),
    "input": ("str", "'tau'", "what `forces` are: 'tau' or 'F_ad'"),
    "ik": ("Any", "", "fields of ulna_ik_options as keywords of their own"),
    "rotors": ("str", "'exact'", "'exact', 'simplified' or 'none'"),
}

# Keywords that every function of a state has.
SURROUNDINGS = {
    "gravity": ("3", "acceleration of gravity, world axes; the robot's own"),
    "wrench": ("6", "what the world exerts on the hand: force, moment, at the tool frame's origin, in tool axes; none"),
    "payload": ("10", "mass, mass centre (3), inertia about it (xx yy zz xy xz yz), in the last link's frame; the robot's own"),
    "base_motion": ("12", "angular velocity, angular acceleration, velocity, acceleration of the base, in its axes; at rest"),
}

FUNCTIONS = """
# kinematics
link_poses(q:n) -> poses:mxT | | ulna_link_poses(model, work, q, poses)
hand_pose(q:n) -> pose:T | | ulna_hand_pose(model, work, q, pose) | hand_pose links
frame_pose(q:n) -> pose:T | frame | ulna_frame_pose(model, work, frame, q, pose)
jacobian(q:n) -> J:6xn | point axes | ulna_jacobian(model, work, point, axes, q, J) | jacobian links
jacobian_rate(q:n qd:n) -> Jdot_qd:6 | point axes | ulna_jacobian_rate(model, work, point, axes, q, qd, Jdot_qd)
point_motion(q:n qd:n qdd:n) -> velocity:6 acceleration:6 | point axes | ulna_point_motion(model, work, point, axes, q, qd, qdd, velocity, acceleration)
manipulability(q:n) -> measure:1 singular_values:s | | *measure = ulna_manipulability(model, work, q, singular_values)
inverse_kinematics(target:T start:n?) -> q:n position_error:1 orientation_error:1 | ik | ulna_ik_outcome x = {0}; ulna_status status = ulna_inverse_kinematics(model, work, ik, target, start, q, &x); if (status != ULNA_OK) return status; *position_error = x.position_error; *orientation_error = x.orientation_error

# inverse dynamics, links alone
inverse_dynamics(q:n qd:n qdd:n) -> tau:n | method | ulna_inverse_dynamics(model, work, q, qd, qdd, tau) by ulna_inverse_dynamics_by(model, work, method, q, qd, qdd, tau) | inverse_dynamics links
bias(q:n qd:n) -> bias:n | method | ulna_bias(model, work, q, qd, bias) by ulna_bias_by(model, work, method, q, qd, bias) | bias links
coriolis_vector(q:n qd:n) -> Cqd:n | method | ulna_coriolis_vector(model, work, q, qd, Cqd) by ulna_coriolis_vector_by(model, work, method, q, qd, Cqd)
gravity_torques(q:n) -> G:n | method | ulna_gravity_torques(model, work, q, G) by ulna_gravity_torques_by(model, work, method, q, G) | gravity_torques links
hand_torques(q:n) -> hand:n | method | ulna_hand_torques(model, work, q, hand) by ulna_hand_torques_by(model, work, method, q, hand)
christoffel(q:n) -> C:nxnxn | method | ulna_christoffel_by(model, work, ULNA_INVERSE_LAGRANGE, q, C) by ulna_christoffel_by(model, work, method, q, C)
coriolis_matrix(q:n qd:n) -> C:nxn | | ulna_coriolis_matrix(model, work, q, qd, C)
joint_wrenches(q:n qd:n qdd:n) -> force:nx3 moment:nx3 | | ulna_joint_wrenches(model, work, q, qd, qdd, force, moment)
kinetic_energy(q:n qd:n) -> energy:1 | | *energy = ulna_kinetic_energy(model, work, q, qd)
potential_energy(q:n) -> energy:1 | | *energy = ulna_potential_energy(model, work, q)
power_balance(q:n qd:n qdd:n) -> kinetic_rate:1 potential_rate:1 joints:1 base:1 hand:1 | | ulna_power x; ulna_power_balance(model, work, q, qd, qdd, &x); *kinetic_rate = x.kinetic_rate; *potential_rate = x.potential_rate; *joints = x.joints; *base = x.base; *hand = x.hand

# forward dynamics, links alone
forward_dynamics(q:n qd:n tau:n) -> qdd:n | forward_method | ulna_forward_dynamics(model, work, q, qd, tau, qdd) by ulna_forward_dynamics_by(model, work, forward_method, q, qd, tau, qdd) | forward_dynamics links
forward_dynamics_noc(q:n qd:n tau:n active:nx6? dissipative:nx6?) -> qdd:n | | ulna_forward_dynamics_noc(model, work, q, qd, tau, active, dissipative, qdd)
mass_matrix(q:n) -> M:nxn | method | ulna_mass_matrix(model, work, q, M) by ulna_mass_matrix_by(model, work, method, q, M) | mass_matrix links
mass_matrix_inverse(q:n) -> M_inverse:nxn | | ulna_mass_matrix_inverse(model, work, q, M_inverse)
mass_matrix_solve(q:n b:n) -> x:n | | ulna_mass_matrix_solve(model, work, q, 1, b, x)
mass_matrix_condition(q:n) -> condition:1 | | ulna_mass_matrix_condition(model, work, q, condition)
mass_matrix_udut(q:n) -> M:nxn U:nxn D:n p:nx6 psi:nx6 M_tilde:nx6x6 M_art:nx6x6 | | const ulna_udut x = {M, U, D, p, psi, M_tilde, M_art}; ulna_mass_matrix_udut(model, work, q, &x)
udut_solve(q:n tau:n) -> tau_hat:n tau_tilde:n x:n | | ulna_udut_solve(model, work, q, tau, tau_hat, tau_tilde, x)
singular_joint(q:n) -> joint:i1 | | *joint = ulna_singular_joint(model, work, q)
joint_inertias(q:n) -> held:n free:n | | ulna_joint_inertias(model, work, q, held, free)
inertia_shares(q:n) -> share:nxn | | ulna_inertia_shares(model, work, q, share)
operational_inertia_at(q:n) -> inertia:6x6 mobility:6x6 singular_count:i1 singular:6x6 | point axes | ulna_operational_inertia x = {0}; ulna_status status = ulna_operational_inertia_at(model, work, point, axes, q, &x); if (status != ULNA_OK) return status; memcpy(inertia, x.inertia, sizeof x.inertia); memcpy(mobility, x.mobility, sizeof x.mobility); *singular_count = x.singular_count; memcpy(singular, x.singular, sizeof x.singular)
natural_complement_at(q:n qd:n) -> K:6nx6n T:6nxn T_dot:6nxn M:6nx6n W:6nx6n I:nxn C:nxn c:nx3 c_dot:nx3 | | const ulna_natural_complement x = {K, T, T_dot, M, W, I, C, c, c_dot}; ulna_natural_complement_at(model, work, q, qd, &x)
constraint_wrenches(q:n qd:n qdd:n) -> multipliers:nx6 constraint:nx6 | | ulna_constraint_wrenches(model, work, q, qd, qdd, multipliers, constraint)

# drives
coupling(q:n) -> q_a:n K:nxn H:nxnxn | | ulna_coupling(model, q, q_a, K, H)
coupling_solve(q_a:n start:n) -> q:n residual:1 | | ulna_coupling_solve(model, work, q_a, start, q, residual)
actuator_to_joint_forces(q:n F_a:n) -> F:n | | ulna_actuator_to_joint_forces(model, work, q, F_a, F)
joint_to_actuator_forces(q:n F:n) -> F_a:n | | ulna_joint_to_actuator_forces(model, work, q, F, F_a)
drive_inverse_dynamics(q:n qd:n qdd:n) -> F:n tau:n F_a:n F_ad:n current:n | rotors | const ulna_drive_forces x = {F, tau, F_a, F_ad, current}; ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &x)
drive_torques(q:n qd:n qdd:n) -> tau:n | rotors | const ulna_drive_forces x = {.tau = tau}; ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &x) | inverse_dynamics drives
drive_forward_dynamics(q:n qd:n F_ad:n) -> qdd:n | rotors | ulna_drive_forward_dynamics(model, work, q, qd, F_ad, qdd)
drive_accelerations(q:n qd:n tau:n) -> qdd:n | rotors | ulna_drive_forward_dynamics_derivatives(model, work, ULNA_UNDER_TAU, q, qd, tau, qdd, NULL, NULL, NULL) | forward_dynamics drives
drive_mass_matrix(q:n) -> M:nxn | rotors | ulna_drive_mass_matrix(model, work, q, M) | mass_matrix drives
drive_bias(q:n qd:n) -> bias:n | rotors | ulna_drive_bias(model, work, q, qd, bias) | bias drives
drive_energy(q:n qd:n) -> kinetic:1 potential:1 | rotors | ulna_drive_energy(model, work, q, qd, kinetic, potential)
drive_coefficients(q:n) -> D_ij:nxn D_ijk:nxnxn D_i:n | rotors | ulna_drive_coefficients(model, work, q, D_ij, D_ijk, D_i)
actuator_inertias(q:n) -> held:n free:n | rotors | ulna_actuator_inertias(model, work, q, held, free)
reflected_inertia(q:n) -> reflected:n | | ulna_reflected_inertia(model, work, q, reflected)
rotor_energy(q:n qd:n) -> rotors:1 all:1 | | ulna_rotor_energy(model, work, q, qd, rotors, all)
rotor_energy_shares(q:n) -> shares:n | | ulna_rotor_energy_shares(model, work, q, shares)
rotor_simplification(q:n qd:n qdd:n) -> inertia:1 velocity:1 force:1 | | ulna_dropped x = {0}; ulna_status status = ulna_rotor_simplification(model, work, q, qd, qdd, &x); if (status != ULNA_OK) return status; *inertia = x.inertia; *velocity = x.velocity; *force = x.force

# friction, joints that follow others
stick_modes(q:n qd:n) -> mode:ip | | ulna_stick_modes(model, work, q, qd, mode)
stick_accelerations(q:n qd:n F_d:n mode:ip) -> mode_after:ip qdd:n friction:p | | memcpy(mode_after, mode, (size_t)ulna_friction_place_count(model) * sizeof *mode); ulna_stick_accelerations(model, work, q, qd, F_d, mode_after, qdd, friction)
stick_after_step(q_before:n q:n qd:n mode_before:ip mode:ip) -> mode_after:ip qd_after:n | | memcpy(mode_after, mode, (size_t)ulna_friction_place_count(model) * sizeof *mode); memcpy(qd_after, qd, (size_t)ulna_model_joint_count(model) * sizeof *qd); ulna_stick_after_step(model, work, q_before, q, mode_before, mode_after, qd_after)
follow_motion(q:n qd:n qdd:n) -> q_whole:n qd_whole:n qdd_whole:n | | const size_t size = (size_t)ulna_model_joint_count(model) * sizeof *q; memcpy(q_whole, q, size); memcpy(qd_whole, qd, size); memcpy(qdd_whole, qdd, size); ulna_follow_motion(model, q_whole, qd_whole, qdd_whole)
follow_forces(tau:n) -> reduced:n | | memcpy(reduced, tau, (size_t)ulna_model_joint_count(model) * sizeof *tau); ulna_follow_forces(model, reduced)
follow_inertia(M:nxn) -> reduced:nxn | | const size_t n = (size_t)ulna_model_joint_count(model); memcpy(reduced, M, n * n * sizeof *M); ulna_follow_inertia(model, reduced)
follow_columns(J:6xn) -> reduced:6xn | | memcpy(reduced, J, 6 * (size_t)ulna_model_joint_count(model) * sizeof *J); ulna_follow_columns(model, 6, reduced)

# derivatives and the regressor
inverse_dynamics_derivatives(q:n qd:n qdd:n) -> tau:n dtau_dq:nxn dtau_dqd:nxn dtau_dqdd:nxn | | ulna_inverse_dynamics_derivatives(model, work, q, qd, qdd, tau, dtau_dq, dtau_dqd, dtau_dqdd) | inverse_dynamics_derivatives links
forward_dynamics_derivatives(q:n qd:n tau:n) -> qdd:n dqdd_dq:nxn dqdd_dqd:nxn dqdd_dtau:nxn | | ulna_forward_dynamics_derivatives(model, work, q, qd, tau, qdd, dqdd_dq, dqdd_dqd, dqdd_dtau) | forward_dynamics_derivatives links
drive_inverse_dynamics_derivatives(q:n qd:n qdd:n) -> F:n dF_dq:nxn dF_dqd:nxn tau:n dtau_dq:nxn dtau_dqd:nxn dtau_dqdd:nxn F_ad:n dF_ad_dq:nxn dF_ad_dqd:nxn dF_ad_dqdd:nxn | rotors | const ulna_drive_derivatives x = {F, dF_dq, dF_dqd, tau, dtau_dq, dtau_dqd, dtau_dqdd, F_ad, dF_ad_dq, dF_ad_dqd, dF_ad_dqdd}; ulna_drive_inverse_dynamics_derivatives(model, work, q, qd, qdd, &x)
drive_torque_derivatives(q:n qd:n qdd:n) -> tau:n dtau_dq:nxn dtau_dqd:nxn dtau_dqdd:nxn | rotors | const ulna_drive_derivatives x = {.tau = tau, .dtau_dq = dtau_dq, .dtau_dqd = dtau_dqd, .dtau_dqdd = dtau_dqdd}; ulna_drive_inverse_dynamics_derivatives(model, work, q, qd, qdd, &x) | inverse_dynamics_derivatives drives
drive_forward_dynamics_derivatives(q:n qd:n forces:n) -> qdd:n dqdd_dq:nxn dqdd_dqd:nxn dqdd_dforces:nxn | input rotors | ulna_drive_forward_dynamics_derivatives(model, work, input, q, qd, forces, qdd, dqdd_dq, dqdd_dqd, dqdd_dforces)
regressor(q:n qd:n qdd:n) -> Y:nxc | of | ulna_regressor(model, work, of, q, qd, qdd, Y, NULL) | regressor of
regressor_hand(q:n qd:n qdd:n) -> hand:n | | ulna_regressor(model, work, ULNA_REGRESSOR_LINKS, q, qd, qdd, NULL, hand)
regressor_parameters() -> pi:c | of | ulna_regressor_parameters(model, work, of, pi)

# control
gross_motion(q:n qd:n q_d:n qd_d:n qdd_d:n kp:n kv:n mu_static:n? mu_dynamic:n? gamma:n?) -> qdd_adj:n tau_without_friction:n normal:n friction:n tau:n | | const ulna_axis_friction f = {mu_static, mu_dynamic, gamma}; const ulna_gross_parts x = {qdd_adj, tau_without_friction, normal, friction, tau}; if (!mu_static != !mu_dynamic || !mu_static != !gamma) return ULNA_INVALID_ARGUMENT; ulna_gross_motion(model, work, kp, kv, mu_static ? &f : NULL, q, qd, q_d, qd_d, qdd_d, &x)
pseudo_force_torques(q:n force:3 moment:3) -> tau:n | | ulna_pseudo_force_torques(model, work, q, force, moment, tau)
"""

# Structs of the headers that go in or come out as dicts; one after those it holds.
STRUCTS = """
ulna_body ulna_link ulna_limits ulna_friction ulna_follow ulna_motor ulna_joint ulna_drive ulna_frame ulna_bearing
ulna_ik_options ulna_inertia_range_options ulna_motion_limits ulna_resolve_options ulna_resolve_outcome
ulna_motion_fault ulna_joint_motion ulna_hand_motion
ulna_joint_gains ulna_friction_compensation ulna_fine_options ulna_hand_options ulna_stage_rules ulna_servo_options
ulna_impedance_options ulna_safety ulna_controller_options ulna_control_fault ulna_control_outcome
ulna_plant_options ulna_adaptive_options ulna_adaptive_statistics ulna_signal ulna_sensors ulna_surface ulna_model_error
ulna_run_effort ulna_run_tracking ulna_run_contact ulna_run_control ulna_run_summary
""".split()

# Lengths of arrays that structs point to, where they are not n; a struct that is pointed to is listed with 1.
LENGTHS = {
    "ulna_hand_motion.turn": "3",
    "ulna_control_outcome.resolved": "1",
    "ulna_run_summary.contact": "1",
    "ulna_run_summary.control": "1",
    "ulna_signal.time": "0", "ulna_signal.value": "0",
    "ulna_friction.table_velocity": "0", "ulna_friction.table_force": "0", "ulna_friction.table_position": "0",
    "ulna_friction.table_load": "0", "ulna_friction.table_moment": "0",
    "ulna_joint_motion.q": "0", "ulna_joint_motion.qd": "0", "ulna_joint_motion.qdd": "0", "ulna_joint_motion.time": "0",
}
