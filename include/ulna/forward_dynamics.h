/* Forward dynamics, from torque to acceleration, and the mass matrix, its inverse and its factors.
 *
 * Links only: no friction, no rotors. Arrays over joints have n elements, matrices are row-major; tau[i-1] is what
 * acts on joint i (N m, revolute; N, prismatic). Gravity, base motion, hand wrench and payload are the work's.
 *
 * The mass matrix of an arm whose links have mass is positive definite. If a pivot vanishes (a hand without mass, or
 * without inertia about its axis), a function that must divide by it returns ULNA_SINGULAR and leaves its outputs
 * untouched; ulna_singular_joint tells which joint it is. A posture that is not finite gives ULNA_NOT_FINITE.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_FORWARD_DYNAMICS_H
#define ULNA_FORWARD_DYNAMICS_H

#include "ulna/kinematics.h"
#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ULNA_FORWARD_METHOD_LIST(X)                                                                          \
  X(STROBE, "strobe")           /* [Turney80], section 7: strobing and Gaussian elimination; O(n³) */       \
  X(COMPOSITE, "composite")     /* composite bodies and U D Uᵀ of the n×n matrix; O(n³) */               \
  X(SAHA, "saha")               /* [Saha, eqs. 31–39]: reference points at the mass centres; O(n) */       \
  X(ARTICULATED, "articulated") /* the same recursion, reference points on the joint axes; O(n) */           \
  X(NOC, "noc")                 /* [Angeles, eq. 7.57]: the natural orthogonal complement; O(n³) */

typedef enum {
#define ULNA_FORWARD_METHOD_ENUM(name, text) ULNA_FORWARD_##name,
  ULNA_FORWARD_METHOD_LIST(ULNA_FORWARD_METHOD_ENUM)
#undef ULNA_FORWARD_METHOD_ENUM
      ULNA_FORWARD_METHOD_COUNT
} ulna_forward_method;

/* "strobe", "composite", "saha", "articulated", "noc"; NULL for values outside the enum. Real-time: yes. */
ULNA_API const char *ulna_forward_method_name(ulna_forward_method method);

/* ULNA_NOT_FOUND if no method has that name. Real-time: yes. */
ULNA_API ulna_status ulna_forward_method_find(const char *name, ulna_forward_method *method) ULNA_MUST_CHECK;

/* The joint accelerations qdd under tau at q and qd: M qdd = tau − bias. The fastest method,
 * ulna_forward_dynamics_method(model), is used; it depends on n alone. Real-time: yes. */
ULNA_API ulna_status ulna_forward_dynamics(const ulna_model *model, ulna_work *work, const double q[],
                                           const double qd[], const double tau[],
                                           double qdd[]) ULNA_MUST_CHECK;
ULNA_API ulna_forward_method ulna_forward_dynamics_method(const ulna_model *model);

/* The same by a method of the caller's choice. ULNA_INVALID_ARGUMENT: there is no such method. ULNA_MISSING_PART: strobing,
 * the natural complement and, from 16 joints on, composite bodies need ULNA_PART_MATRICES. Real-time: yes. */
ULNA_API ulna_status ulna_forward_dynamics_by(const ulna_model *model, ulna_work *work,
                                              ulna_forward_method method, const double q[], const double qd[],
                                              const double tau[], double qdd[]) ULNA_MUST_CHECK;

/* The joint i (1…n) whose pivot vanishes at q; the outermost if there are several; 0 if there is none. Links i…n have no
 * inertia about joint i, with the joints beyond it free. Real-time: yes. */
ULNA_API int ulna_singular_joint(const ulna_model *model, ulna_work *work, const double q[]);

/* The mass matrix M (n×n, symmetric, payload included) by the fastest method. Real-time: yes. */
ULNA_API void ulna_mass_matrix(const ulna_model *model, ulna_work *work, const double q[], double M[]);

/* M⁻¹ (n×n, symmetric). Real-time: yes. */
ULNA_API ulna_status ulna_mass_matrix_inverse(const ulna_model *model, ulna_work *work, const double q[],
                                              double M_inverse[]) ULNA_MUST_CHECK;

/* Solves M x = b for `count` right-hand sides: row k of B is one b, row k of X its x (count×n each; X may be B). M is
 * factored once. Real-time: yes. */
ULNA_API ulna_status ulna_mass_matrix_solve(const ulna_model *model, ulna_work *work, const double q[],
                                            int count, const double B[], double X[]) ULNA_MUST_CHECK;

/* The inertia that a drive feels at each joint: with all other joints held (M_ii), and with all others free
 * (1/(M⁻¹)_ii). n each; either may be NULL. Needs ULNA_PART_MATRICES. Real-time: yes. */
ULNA_API ulna_status ulna_joint_inertias(const ulna_model *model, ulna_work *work, const double q[],
                                         double others_held[], double others_free[]) ULNA_MUST_CHECK;

/* The 2-norm condition number of M, largest over smallest eigenvalue; infinite if the smallest is not positive
 * to rounding, NaN if q is not finite. Mixed units (revolute and prismatic joints) enter as they are. Needs
 * ULNA_PART_MATRICES. Real-time: yes. */
ULNA_API ulna_status ulna_mass_matrix_condition(const ulna_model *model, ulna_work *work, const double q[],
                                                double *condition) ULNA_MUST_CHECK;

/* The hand's inertia seen from outside: wrench = inertia · acceleration, [angular; linear], at a point.
 *   inertia      (J M⁻¹ Jᵀ)⁻¹; in a singular posture its generalised inverse
 *   mobility     J M⁻¹ Jᵀ itself, which always exists
 *   singular_count, singular  wrenches [moment; force] that move nothing; each is a unit vector if forces count
 *                as moments at the arm's length (ulna_model_length). n < 6 has at least 6 − n of them.
 * Components as `axes` says (ulna/kinematics.h). point NULL: the tool frame's origin. Needs ULNA_PART_MATRICES.
 * Real-time: yes. */
typedef struct {
  double inertia[6][6], mobility[6][6];
  int singular_count;
  double singular[6][6]; /* one a row */
} ulna_operational_inertia;
ULNA_API ulna_status ulna_operational_inertia_at(const ulna_model *model, ulna_work *work,
                                                 const ulna_point *point, ulna_axes axes, const double q[],
                                                 ulna_operational_inertia *result) ULNA_MUST_CHECK;

/* The factors of the mass matrix, M = U diag(D) Uᵀ, in terms of the links [Saha]. Six-vectors and 6×6 matrices are
 * [angular; linear], about the mass centre C_i of link i (the last link's with its payload), in base axes. Any
 * pointer may be NULL. Real-time: yes. */
typedef struct {
  double *M;       /* n×n */
  double *U;       /* n×n, unit upper triangular */
  double *D;       /* n: D_i > 0, the inertia of articulated body i about joint i */
  double *p;       /* n×6: what joint i adds to its link's twist; R [e; e×d], P [0; e] */
  double *psi;     /* n×6: M_art p, the wrench on link i that moves joint i by one */
  double *M_tilde; /* n×6×6: composite body, links i…n welded */
  double *M_art;   /* n×6×6: articulated body, links i…n with joints i+1…n free */
} ulna_udut;
ULNA_API ulna_status ulna_mass_matrix_udut(const ulna_model *model, ulna_work *work, const double q[],
                                           const ulna_udut *parts) ULNA_MUST_CHECK;

/* M x = tau in Saha's three steps: U tau_hat = tau, D tau_tilde = tau_hat, Uᵀ x = tau_tilde. n elements each; all
 * but x may be NULL. Real-time: yes. */
ULNA_API ulna_status ulna_udut_solve(const ulna_model *model, ulna_work *work, const double q[],
                                     const double tau[], double tau_hat[], double tau_tilde[],
                                     double x[]) ULNA_MUST_CHECK;

/* Which link makes which joint heavy: share[i][k] (n×n) is link k+1's part of M_ii, the inertia joint i+1 feels with
 * all others held; links before the joint have no share, and a row's sum is M_ii. Real-time: yes. */
ULNA_API void ulna_inertia_shares(const ulna_model *model, ulna_work *work, const double q[], double share[]);

/* The natural orthogonal complement [Angeles, section 7.5]. Twists and wrenches [angular; linear] about the mass
 * centres, in base axes; rows 6i…6i+5 belong to link i+1. The base is taken as inertial here. Every pointer may be
 * NULL. Real-time: yes. */
typedef struct {
  double *K;     /* 6n×6n: K t = 0 for every motion the joints allow */
  double *T;     /* 6n×n: t = T qd, K T = 0 */
  double *T_dot; /* 6n×n: its rate at qd */
  double *M;     /* 6n×6n: diag(I_i, m_i 1) */
  double *W;     /* 6n×6n: diag([w_i]×, 0) at qd */
  double *I;     /* n×n: Tᵀ M T, the mass matrix */
  double *C;     /* n×n: Tᵀ(M T_dot + W M T); C qd is the Coriolis and centrifugal torque */
  double *c;     /* n×3: the mass centres, from the base frame's origin */
  double *c_dot; /* n×3: their velocities at qd */
} ulna_natural_complement;
ULNA_API void ulna_natural_complement_at(const ulna_model *model, ulna_work *work, const double q[],
                                         const double qd[], const ulna_natural_complement *parts);

/* The constraint wrench on each link [Angeles, eq. 7.53]. It does no work, and holds the links together in the motion
 * q, qd, qdd under the work's gravity, base motion and hand wrench: w^C = Kᵀ lambda, Tᵀ w^C = 0. Both have 6n numbers,
 * rows and axes as above; either may be NULL. The part of lambda that belongs to joint i:
 *   revolute   [e × n; f]: f and n (about the joint's origin) are what the joint transmits in addition to its torque
 *   prismatic  [n; e × f]: n about the mass centre before, f across the axis
 * K has one row too many for each joint: in that direction, along e, this lambda is 0. Real-time: yes. */
ULNA_API void ulna_constraint_wrenches(const ulna_model *model, ulna_work *work, const double q[],
                                       const double qd[], const double qdd[], double lambda[],
                                       double constraint[]);

/* The model of Angeles' equation 7.57 solved for qdd: gravity and a moving base from the work, joint torques tau,
 * and on each link an active and a dissipative wrench (n×6 each, [moment about C_i; force], base axes; NULL:
 * none). Needs ULNA_PART_MATRICES. Real-time: yes. */
ULNA_API ulna_status ulna_forward_dynamics_noc(const ulna_model *model, ulna_work *work, const double q[],
                                               const double qd[], const double tau[], const double active[],
                                               const double dissipative[], double qdd[]) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
