/* All the papers' operation tables as printed, and which count stands beside each row.
 * tests/count/printed_tables.csv, read off the papers independently, checks the printed numbers cell by cell. */
#include "count/tables.h"

#include "kernel/fine_motion.h"
#include "kernel/methods.h"

/* The runs that are counted. Those beside the papers charge the first link like the others; those of today know the base
 * to be at rest. */
enum {
  LAGRANGE = 1,
  NEWTON_EULER,
  MODIFIED,
  ANGELES,
  ANGELES_P,
  NEWTON_EULER_DIAGONAL,
  MODIFIED_FULL,
  NEWTON_EULER_8_4,
  MODIFIED_8_4,
  ANGELES_SHORT,
  MODIFIED_AT_REST,
  STROBE,
  STROBE_M,
  STROBE_C,
  DEFAULT,
  GRAVITY,
  ARTICULATED,
  ARTICULATED_GIVEN,
  SAHA,
  SAHA_GIVEN,
  COMPOSITE,
  COMPOSITE_GIVEN,
  UNIFIED,
  FINE,
  FINE_GRAVITY,
  PSEUDO_FORCE,
  UNIFIED_TODAY,
  JACOBIAN_TODAY,
  RUN_COUNT
};

#define INVERSE(method, ...)                                                                                 \
  {                                                                                                          \
    COUNT_INVERSE_DYNAMICS, method, ULNA_REVOLUTE, { __VA_ARGS__ }                                           \
  }
#define CONTROL(stage, ...)                                                                                  \
  {                                                                                                          \
    COUNT_CONTROL, stage, ULNA_REVOLUTE, { __VA_ARGS__ }                                                     \
  }
#define FULL     .full_matrix_rotations = true
#define DIAGONAL .diagonal_inertia = true
#define AT_REST  .base_at_rest = true
#define LOADED   .hand_loaded = true
const count_run ulna_runs[RUN_COUNT] = {
    [LAGRANGE] = INVERSE(ULNA_INVERSE_LAGRANGE, AT_REST),
    [NEWTON_EULER] = INVERSE(ULNA_INVERSE_NEWTON_EULER, FULL),
    [MODIFIED] = INVERSE(ULNA_INVERSE_MODIFIED_NEWTON_EULER, FULL, DIAGONAL),
    [ANGELES] = INVERSE(ULNA_INVERSE_ANGELES, LOADED, .centres = true),
    [ANGELES_P] = {COUNT_INVERSE_DYNAMICS, ULNA_INVERSE_ANGELES, ULNA_PRISMATIC, {LOADED, .centres = true}},
    [NEWTON_EULER_DIAGONAL] = INVERSE(ULNA_INVERSE_NEWTON_EULER, FULL, DIAGONAL),
    [MODIFIED_FULL] = INVERSE(ULNA_INVERSE_MODIFIED_NEWTON_EULER, FULL),
    [NEWTON_EULER_8_4] = INVERSE(ULNA_INVERSE_NEWTON_EULER, 0),
    [MODIFIED_8_4] = INVERSE(ULNA_INVERSE_MODIFIED_NEWTON_EULER, DIAGONAL),
    [ANGELES_SHORT] = INVERSE(ULNA_INVERSE_ANGELES, LOADED),
    [MODIFIED_AT_REST] = INVERSE(ULNA_INVERSE_MODIFIED_NEWTON_EULER, FULL, DIAGONAL, AT_REST),
    [STROBE] = INVERSE(ULNA_INVERSE_STROBE, AT_REST),
    [STROBE_M] = {COUNT_MASS_MATRIX, ULNA_INVERSE_STROBE, ULNA_REVOLUTE, {0}},
    [STROBE_C] = {COUNT_CHRISTOFFEL, ULNA_INVERSE_STROBE, ULNA_REVOLUTE, {0}},
    [DEFAULT] = {COUNT_DEFAULT, 0, ULNA_REVOLUTE, {AT_REST}},
    [GRAVITY] = {COUNT_GRAVITY, 0, ULNA_REVOLUTE, {FULL}},
    [ARTICULATED] = {COUNT_FORWARD, ULNA_FORWARD_ARTICULATED, ULNA_REVOLUTE, {0}},
    [ARTICULATED_GIVEN] = {COUNT_FORWARD_GIVEN, ULNA_FORWARD_ARTICULATED, ULNA_REVOLUTE, {0}},
    [SAHA] = {COUNT_FORWARD, ULNA_FORWARD_SAHA, ULNA_REVOLUTE, {0}},
    [SAHA_GIVEN] = {COUNT_FORWARD_GIVEN, ULNA_FORWARD_SAHA, ULNA_REVOLUTE, {0}},
    [COMPOSITE] = {COUNT_FORWARD, ULNA_FORWARD_COMPOSITE, ULNA_REVOLUTE, {0}},
    [COMPOSITE_GIVEN] = {COUNT_FORWARD_GIVEN, ULNA_FORWARD_COMPOSITE, ULNA_REVOLUTE, {0}},
    [UNIFIED] = CONTROL(CONTROL_UNIFIED, FULL, DIAGONAL),
    [FINE] = CONTROL(CONTROL_FINE, FULL, DIAGONAL, LOADED),
    [FINE_GRAVITY] = CONTROL(CONTROL_FINE_GRAVITY, FULL, DIAGONAL),
    [PSEUDO_FORCE] = CONTROL(CONTROL_PSEUDO_FORCE, FULL, LOADED),
    [UNIFIED_TODAY] = CONTROL(CONTROL_UNIFIED, AT_REST),
    [JACOBIAN_TODAY] = CONTROL(CONTROL_JACOBIAN, AT_REST),
};
const int ulna_run_count = RUN_COUNT;

#define PRINTED(m, a) .printed = {m, a}, .has_printed = true
#define ROW(run, row) .what = COUNTS, .terms = {{run, row, row}}
#define ALL(run)      .what = COUNTS, .terms = {{run, 0, 0}}
#define SUM(...)      .what = COUNTS, .terms = {__VA_ARGS__}
#define NO_NEED       .what = COUNTS  // nothing is left of it
#define WHOLE(run)                                                                                           \
  {                                                                                                          \
    run, 0, 0                                                                                                \
  }
#define RESOLVED_OF(run)                                                                                     \
  {                                                                                                          \
    run, RESOLVED_hand, RESOLVED_difference                                                                  \
  }
#define GROSS_OF(run)                                                                                        \
  {                                                                                                          \
    run, GROSS_adjusted, GROSS_gravity                                                                       \
  }
#define D_OF(run)                                                                                            \
  {                                                                                                          \
    run, RESOLVED_wd_lin, RESOLVED_a_lin                                                                     \
  }
// feedback, friction and normal forces, which gross motion by itself needs too
#define AROUND(run)                                                                                          \
  {run, GROSS_adjusted, GROSS_adjusted}, {run, GROSS_friction, GROSS_friction},                              \
  {                                                                                                          \
    run, GROSS_normal, GROSS_normal                                                                          \
  }
#define LITERATURE(item, m1, m0, a1, a0)                                                                     \
  {                                                                                                          \
    item, PRINTED(LINE(m1, m0), LINE(a1, a0))                                                                \
  }

static const row_plan turney_1[] = {
    {"Lagrange", PRINTED(CUBIC(81, 495, 30, 0), CUBIC(80, 348, -128, 0)), ALL(LAGRANGE),
     .note = "see Table 2"},
    {"Newton–Euler", PRINTED(LINE(108, -12), LINE(100, -9)), ALL(NEWTON_EULER), .note = "see Table 3"},
    {"modified Newton–Euler", PRINTED(LINE(90, -27), LINE(88, -24)), ALL(MODIFIED), .note = "see Table 4"},
};

static const row_plan turney_2[] = {
    {"T_j^i", PRINTED(CUBIC(0, 192, -192, 0), CUBIC(0, 144, -144, 0)), ROW(LAGRANGE, LAGRANGE_T)},
    {"∂T_0^i/∂q_j", PRINTED(CUBIC(0, 192, -192, 0), CUBIC(0, 144, -144, 0)), ROW(LAGRANGE, LAGRANGE_D)},
    {"∂²T_0^i/∂q_j∂q_k", PRINTED(CUBIC(64, 0, -64, 0), CUBIC(48, 0, -48, 0)), ROW(LAGRANGE, LAGRANGE_DD),
     .note = "the appendix has 16n(n²-1) additions, the table is right"},
    {"Σ{…}J_q", PRINTED(CUBIC(17, 51, 418, 0), CUBIC(32, 0, 160, 0)), ROW(LAGRANGE, LAGRANGE_SUM),
     .note = "print leaves out the 16q multiplications by qdd_j, and has n(n²-1) for n(n+1)(n+2)"},
    {"Tr{[…] ∂T_0^q/∂q_i}", PRINTED(CUBIC(0, 48, 48, 0), CUBIC(0, 48, 42, 0)), ROW(LAGRANGE, LAGRANGE_TRACE)},
    {"gravity", PRINTED(CUBIC(0, 12, 12, 0), CUBIC(0, 12, 6, 0)), ROW(LAGRANGE, LAGRANGE_GRAVITY)},
    {"gravity added", ROW(LAGRANGE, LAGRANGE_ADD), .note = "not in print"},
    {"total", PRINTED(CUBIC(81, 495, 30, 0), CUBIC(80, 348, -128, 0)), ALL(LAGRANGE),
     .note = "the appendix's totals have their labels exchanged"},
};

static const row_plan turney_3[] = {
    {"ω_i", PRINTED(LINE(9, 0), LINE(7, 0)), ROW(NEWTON_EULER, NE_w)},
    {"α_i", PRINTED(LINE(9, 0), LINE(9, 0)), ROW(NEWTON_EULER, NE_wd),
     .note = "ω × z qd takes 2 multiplications"},
    {"A_i", PRINTED(LINE(6, 0), LINE(9, 0)), ROW(NEWTON_EULER, NE_A)},
    {"a_i", PRINTED(LINE(18, 0), LINE(15, 0)), ROW(NEWTON_EULER, NE_a)},
    {"ā_i", PRINTED(LINE(9, 0), LINE(9, 0)), ROW(NEWTON_EULER, NE_a_com)},
    {"f_i", PRINTED(LINE(12, -12), LINE(9, -9)), ROW(NEWTON_EULER, NE_f), .note = "f_n needs m ā_n"},
    {"I_i α_i", PRINTED(LINE(9, 0), LINE(6, 0)), ROW(NEWTON_EULER, NE_I_wd)},
    {"ω_i × (I_i ω_i)", PRINTED(LINE(15, 0), LINE(9, 0)), ROW(NEWTON_EULER, NE_w_I_w)},
    {"m(r_i + r̄_i) × ā_i", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(NEWTON_EULER, NE_com_force)},
    {"r_i × R f_{i+1}", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(NEWTON_EULER, NE_r_f), .note = "only n-1 times"},
    {"R n_{i+1}", PRINTED(LINE(9, 0), LINE(6, 0)), ROW(NEWTON_EULER, NE_n_up), .note = "only n-1 times"},
    {"add n", PRINTED(LINE(0, 0), LINE(15, 0)), ROW(NEWTON_EULER, NE_add_n),
     .note = "five terms are four sums"},
    {"τ_i", ROW(NEWTON_EULER, NE_tau), .note = "not in print"},
    {"total", PRINTED(LINE(108, -12), LINE(100, -9)), ALL(NEWTON_EULER), .note = "full tensor"},
};

static const row_plan turney_4[] = {
    {"ω_i", PRINTED(LINE(9, 0), LINE(7, 0)), ROW(MODIFIED, MNE_w)},
    {"α_i", PRINTED(LINE(9, 0), LINE(9, 0)), ROW(MODIFIED, MNE_wd),
     .note = "ω × z qd takes 2 multiplications"},
    {"A_i", PRINTED(LINE(6, 0), LINE(9, 0)), ROW(MODIFIED, MNE_A)},
    {"a_i", PRINTED(LINE(18, -18), LINE(15, -15)), ROW(MODIFIED, MNE_a), .note = "R a_{n-1} is still needed"},
    {"m ā_i", PRINTED(LINE(12, 0), LINE(9, 0)), ROW(MODIFIED, MNE_F)},
    {"f_i", PRINTED(LINE(9, -9), LINE(9, -9)), ROW(MODIFIED, MNE_f)},
    {"Tr{A_i K_i σᵗ}", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(MODIFIED, MNE_moment), .note = "diagonal tensor"},
    {"m(r_i + r̄_i) × ā_i", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(MODIFIED, MNE_com_force)},
    {"r_i × R f_{i+1}", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(MODIFIED, MNE_r_f), .note = "only n-1 times"},
    {"R n_{i+1}", PRINTED(LINE(9, 0), LINE(6, 0)), ROW(MODIFIED, MNE_n_up), .note = "only n-1 times"},
    {"add n", PRINTED(LINE(0, 0), LINE(15, 0)), ROW(MODIFIED, MNE_add_n),
     .note = "four terms are three sums"},
    {"τ_i", ROW(MODIFIED, MNE_tau), .note = "not in print"},
    {"total", PRINTED(LINE(90, -27), LINE(88, -24)), ALL(MODIFIED), .note = "diagonal tensor"},
};

static const row_plan turney_5[] = {
    {"ω_1", PRINTED(LINE(0, 9), LINE(0, 7)), .what = LINK, .terms = {{MODIFIED, MNE_w, MNE_w}}},
    {"α_1", PRINTED(LINE(0, 9), LINE(0, 9)), .what = LINK, .terms = {{MODIFIED, MNE_wd, MNE_wd}},
     .note = "can run beside ω_1"},
    {"A_1", PRINTED(LINE(0, 6), LINE(0, 9)), .what = LINK, .terms = {{MODIFIED, MNE_A, MNE_A}}},
    {"ω_2", PRINTED(LINE(0, 9), LINE(0, 7)), .what = LINK, .terms = {{MODIFIED, MNE_w, MNE_w}},
     .note = "can run beside α_1 and A_1"},
    {"α_2", PRINTED(LINE(0, 9), LINE(0, 9)), .what = LINK, .terms = {{MODIFIED, MNE_wd, MNE_wd}},
     .note = "can run beside A_1"},
    {"ω_{i+2}, α_{i+2}, A_{i+1}, a_i, m ā_i, Tr, …", PRINTED(LINE(18, 0), LINE(15, 0)),
     .what = OUTWARD_TIMES_N, .terms = {{MODIFIED, 0, 0}}, .note = "a_i is the longest"},
    {"f_i, n_i, r × R f_{i+1}, R n_{i+1}", PRINTED(LINE(9, 0), LINE(12, 0)), .what = INWARD_TIMES_N,
     .terms = {{MODIFIED, 0, 0}}, .note = "R n_{i+1}, then the two sums of \"add n\" that wait for it"},
    {"total: length of the schedule", PRINTED(LINE(27, 42), LINE(27, 41)), .what = SCHEDULE,
     .terms = {WHOLE(MODIFIED)},
     .note = "each term on its own processor, begun when all it reads is there; n ≥ 2"},
};

static const row_plan turney_strobing[] = {
    {"M", PRINTED(CUBIC(0, 3, 3, 0), CUBIC(0, 3, 3, 0)), .what = VISITS,
     .terms = {{STROBE_M, MNE_A, MNE_tau}}},
    {"C", PRINTED(CUBIC(2, 3, 1, 0), CUBIC(0, 3, 3, 0)), .what = VISITS,
     .terms = {{STROBE_C, MNE_A, MNE_tau}}, .note = "every one of the n(n+1)/2 runs needs n inward steps"},
};

static const row_plan angeles_1[] = {
    {"Q_i", PRINTED(LINE(4, 0), LINE(0, 0)), ROW(ANGELES, ANGELES_Q)},
    {"c_i", ROW(ANGELES, ANGELES_c), .note = "missing in the table, given in the text"},
    {"ω_i", PRINTED(LINE(8, 0), LINE(5, 0)), ROW(ANGELES, ANGELES_w)},
    {"ċ_i", PRINTED(LINE(20, 0), LINE(16, 0)), ROW(ANGELES, ANGELES_cd)},
    {"ω̇_i", PRINTED(LINE(10, 0), LINE(7, 0)), ROW(ANGELES, ANGELES_wd)},
    {"c̈_i", PRINTED(LINE(32, 0), LINE(28, 0)), ROW(ANGELES, ANGELES_cdd)},
    {"total", PRINTED(LINE(82, 0), LINE(66, 0)), SUM({ANGELES, ANGELES_Q, ANGELES_cdd}),
     .note = "the printed rows add up to 74n, 56n"},
};

static const row_plan angeles_p[] = {
    {"Q_i", PRINTED(LINE(0, 4), LINE(0, 0)), .what = LINK, .terms = {{ANGELES_P, ANGELES_Q, ANGELES_Q}}},
    {"c_i", PRINTED(LINE(0, 16), LINE(0, 15)), .what = LINK, .terms = {{ANGELES_P, ANGELES_c, ANGELES_c}}},
    {"ω_i", PRINTED(LINE(0, 8), LINE(0, 4)), .what = LINK, .terms = {{ANGELES_P, ANGELES_w, ANGELES_w}}},
    {"ċ_i", PRINTED(LINE(0, 14), LINE(0, 11)), .what = LINK, .terms = {{ANGELES_P, ANGELES_cd, ANGELES_cd}}},
    {"ω̇_i", PRINTED(LINE(0, 8), LINE(0, 4)), .what = LINK, .terms = {{ANGELES_P, ANGELES_wd, ANGELES_wd}}},
    {"c̈_i", PRINTED(LINE(0, 20), LINE(0, 19)), .what = LINK, .terms = {{ANGELES_P, ANGELES_cdd, ANGELES_cdd}},
     .note = "the printed count rests on e_i in the wrong frame"},
};

static const row_plan angeles_2[] = {
    {"row 1: f_n", PRINTED(LINE(0, 3), LINE(0, 3)), ROW(ANGELES, ANGELES_f_n)},
    {"row 2: n_n", PRINTED(LINE(0, 30), LINE(0, 27)), ROW(ANGELES, ANGELES_n_n)},
    {"row 5: φ_{i+1}", PRINTED(LINE(8, -8), LINE(4, -4)), ROW(ANGELES, ANGELES_phi)},
    {"row 6: f_i", PRINTED(LINE(3, -3), LINE(3, -3)), ROW(ANGELES, ANGELES_f)},
    {"row 7: n_i", PRINTED(LINE(44, -44), LINE(37, -37)), ROW(ANGELES, ANGELES_n)},
    {"τ_1", ROW(ANGELES, ANGELES_tau), .note = "frames put right, its third component costs"},
    {"total", PRINTED(LINE(55, -22), LINE(44, -14)), SUM({ANGELES, ANGELES_f_n, ANGELES_tau})},
    {"total, with Table 7.1 (7.43)", PRINTED(LINE(137, -22), LINE(110, -14)), ALL(ANGELES)},
    {"the same without c_i and ċ_i", ALL(ANGELES_SHORT), .note = "7.4.2 does not use them"},
    {"in the text: n = 6 (7.42)", PRINTED(LINE(0, 308), LINE(0, 250)), .what = COUNTED_AT_SIX,
     .of = &angeles_2[6]},
    {"in the text: n = 6, with Table 7.1", PRINTED(LINE(0, 800), LINE(0, 646)), .what = COUNTED_AT_SIX,
     .of = &angeles_2[7]},
};

static const row_plan angeles_3[] = {
    LITERATURE("Hollerbach (1980), E-L", 412, -277, 320, -201),
    LITERATURE("Luh et al. (1980), N-E", 150, -48, 131, -48),
    LITERATURE("Walker & Orin (1982), N-E", 137, -22, 101, -11),
    LITERATURE("Khalil et al. (1986), N-E", 105, -92, 94, -86),
    LITERATURE("Angeles et al. (1989), Kane", 105, -109, 90, -105),
    LITERATURE("Balafoutis & Patel (1991), tensor", 93, -69, 81, -65),
    LITERATURE("Li & Sankar (1992), E-L", 88, -69, 76, -66),
    {"here: Newton–Euler", ALL(NEWTON_EULER_8_4), .note = "full tensor"},
    {"here: modified Newton–Euler", ALL(MODIFIED_8_4), .note = "diagonal tensor"},
    {"here: Angeles without c_i and ċ_i", ALL(ANGELES_SHORT), .note = "full tensor"},
    {"here: the default", ALL(DEFAULT), .note = "full tensor, base at rest; n ≥ 2"},
};

static const row_plan angeles_4[] = {
    {"Hollerbach (1980), E-L", PRINTED(LINE(0, 2195), LINE(0, 1719)), .what = PRINTED_AT_SIX,
     .of = &angeles_3[0]},
    {"Luh et al. (1980), N-E", PRINTED(LINE(0, 852), LINE(0, 738)), .what = PRINTED_AT_SIX,
     .of = &angeles_3[1]},
    {"Walker & Orin (1982), N-E", PRINTED(LINE(0, 800), LINE(0, 595)), .what = PRINTED_AT_SIX,
     .of = &angeles_3[2]},
    {"Hollerbach and Sahar (1983), N-E", PRINTED(LINE(0, 688), LINE(0, 558)),
     .note = "no formula in Table 7.3"},
    {"Kane & Levinson (1983), Kane", PRINTED(LINE(0, 646), LINE(0, 394)), .note = "no formula in Table 7.3"},
    {"Khalil et al. (1986), N-E", PRINTED(LINE(0, 538), LINE(0, 478)), .what = PRINTED_AT_SIX,
     .of = &angeles_3[3]},
    {"Angeles et al. (1989), Kane", PRINTED(LINE(0, 521), LINE(0, 435)), .what = PRINTED_AT_SIX,
     .of = &angeles_3[4]},
    {"Balafoutis & Patel (1991), tensor", PRINTED(LINE(0, 489), LINE(0, 420)), .what = PRINTED_AT_SIX,
     .of = &angeles_3[5], .note = "81·6-65 is 421"},
    {"Li & Sankar (1992), E-L", PRINTED(LINE(0, 459), LINE(0, 390)), .what = PRINTED_AT_SIX,
     .of = &angeles_3[6]},
};

static const row_plan alike[] = {
    {"Newton–Euler, full tensor", ALL(NEWTON_EULER)},
    {"modified Newton–Euler, full tensor", ALL(MODIFIED_FULL)},
    {"Newton–Euler, diagonal tensor", ALL(NEWTON_EULER_DIAGONAL)},
    {"modified Newton–Euler, diagonal tensor", ALL(MODIFIED)},
    {"the same, base known to be at rest", ALL(MODIFIED_AT_REST), .note = "n ≥ 2"},
};

/* [Saha]'s one count, and what it may have meant. Base at rest, constants of the links folded; for n ≥ 3. */
static const row_plan saha_conclusions[] = {
    {"O(n) forward dynamics", PRINTED(LINE(201, -335), LINE(193, -361)), ALL(ARTICULATED),
     .note = "counted: reference points on the joint axes, bias in eq. 37; the print says neither"},
    {"the same, tau less bias given", ALL(ARTICULATED_GIVEN), .note = "eqs. 31-39 alone"},
    {"points at the mass centres, with bias", ALL(SAHA), .note = "as eqs. 31-39 are written"},
    {"the same, tau less bias given", PRINTED(LINE(201, -335), LINE(193, -361)), ALL(SAHA_GIVEN),
     .note = "the reading nearest to the text, which takes tau from another algorithm"},
    {"composite bodies, with bias", ALL(COMPOSITE), .note = "the O(n³) rival"},
    {"composite bodies, tau less bias given", ALL(COMPOSITE_GIVEN)},
    {"first n at which O(n) is cheaper", PRINTED(LINE(0, 12), LINE(0, 12)), .what = FIRST_CHEAPER,
     .of = &saha_conclusions[0], .against = &saha_conclusions[4],
     .note = "joint-axis points, with bias; 12 fits the printed count against a rival without the bias"},
    {"the same, tau less bias given", .what = FIRST_CHEAPER, .of = &saha_conclusions[1],
     .against = &saha_conclusions[5], .note = "joint-axis points"},
};

static const row_plan mudge_1[] = {
    {"ac_n, converted to hand frame", PRINTED(LINE(18, 0), LINE(12, 0)), ROW(UNIFIED, RESOLVED_hand)},
    {"ω_i", PRINTED(LINE(9, 0), LINE(7, 0)), ROW(UNIFIED, RESOLVED_w)},
    {"α_i^nonlin", PRINTED(LINE(11, 0), LINE(8, 0)), ROW(UNIFIED, RESOLVED_wd)},
    {"A_i^nonlin", PRINTED(LINE(6, 0), LINE(9, 0)), ROW(UNIFIED, RESOLVED_A)},
    {"A_i r_i + R a_{i-1}", PRINTED(LINE(18, 0), LINE(15, 0)), ROW(UNIFIED, RESOLVED_a)},
    {"subtotal for ac_n^nonlin", PRINTED(LINE(44, 0), LINE(39, 0)), SUM({UNIFIED, RESOLVED_w, RESOLVED_a})},
    {"α_i^lin", PRINTED(CUBIC(0, 27, 27, 0), CUBIC(0, 21, 21, 0)), ROW(UNIFIED, RESOLVED_wd_lin)},
    {"α_i^lin × r_i", PRINTED(CUBIC(0, 18, 18, 0), CUBIC(0, 9, 9, 0)), ROW(UNIFIED, RESOLVED_wd_lin_r)},
    {"α_i^lin × r_i + R a_{i-1}", PRINTED(CUBIC(0, 27, 27, 0), CUBIC(0, 27, 27, 0)),
     ROW(UNIFIED, RESOLVED_a_lin), .note = "the row above is not in it"},
    {"subtotal for D", PRINTED(CUBIC(0, 72, 72, 0), CUBIC(0, 57, 57, 0)), SUM(D_OF(UNIFIED))},
    {"forward solving", PRINTED(CUBIC(2, 3, -5, 0), CUBIC(2, 0, -2, 0)), ROW(UNIFIED, RESOLVED_forward),
     .note = "n equations in n unknowns"},
    {"back solving", PRINTED(CUBIC(0, 3, 3, 0), CUBIC(0, 3, -3, 0)), ROW(UNIFIED, RESOLVED_back)},
    {"ac_n - ac_n^nonlin", ROW(UNIFIED, RESOLVED_difference), .note = "not in print"},
    {"total", PRINTED(CUBIC(2, 78, 442, 0), CUBIC(2, 60, 358, 0)), SUM(RESOLVED_OF(UNIFIED)),
     .note = "the subtraction"},
    {"in the text: n = 6", PRINTED(LINE(0, 982), LINE(0, 790)), .what = COUNTED_AT_SIX, .of = &mudge_1[13]},
};

static const row_plan mudge_2[] = {
    {"qdd_d^adj", PRINTED(LINE(2, 0), LINE(4, 0)), ROW(UNIFIED, GROSS_adjusted)},
    {"ω_i, α_i, A_i, a_i", PRINTED(CUBIC(0, 18, 18, 0), CUBIC(0, 18, 54, 0)), ROW(UNIFIED, GROSS_motion),
     .note = "A_i needs α_i^lin alone, whose first term is not added to anything"},
    {"m_i ā_i", PRINTED(LINE(12, 0), LINE(9, 0)), ROW(UNIFIED, GROSS_F)},
    {"f_i", PRINTED(LINE(9, -9), LINE(9, -9)), ROW(UNIFIED, GROSS_f)},
    {"Tr{A_i K_i Qᵗ}", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(UNIFIED, GROSS_moment)},
    {"m(r_i + r̄_i) × ā_i", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(UNIFIED, GROSS_com_force)},
    {"r_i × R f_{i+1}", PRINTED(LINE(15, 0), LINE(9, 0)), ROW(UNIFIED, GROSS_r_f),
     .note = "print charges R f_{i+1} twice; only n-1 times"},
    {"R n_{i+1}", PRINTED(LINE(9, 0), LINE(6, 0)), ROW(UNIFIED, GROSS_n_up), .note = "only n-1 times"},
    {"add n parts", PRINTED(LINE(0, 0), LINE(15, 0)), ROW(UNIFIED, GROSS_add_n),
     .note = "four terms are three sums"},
    {"friction", PRINTED(LINE(2, 0), LINE(2, 0)), ROW(UNIFIED, GROSS_friction)},
    {"f_normal", ROW(UNIFIED, GROSS_normal),
     .note = "not in print; and a root. R f_i is there but for joint 1: 2M, 1A more"},
    {"τ_i", ROW(UNIFIED, GROSS_tau), .note = "not in print"},
    {"gravity added to ac_n", ROW(UNIFIED, GROSS_gravity), .note = "not in print; so that it is in a_i"},
    {"total", PRINTED(CUBIC(0, 18, 384, -54), CUBIC(0, 18, 414, -54)), SUM(GROSS_OF(UNIFIED)),
     .note = "without gravity and joint 1's normal force 3n²+59n-24, 3n²+56n-24"},
    {"in the text: n = 6", PRINTED(LINE(0, 483), LINE(0, 513)), .what = COUNTED_AT_SIX, .of = &mudge_2[13]},
};

static const row_plan mudge_3[] = {
    {"twist, converted to hand frame", ROW(FINE, RESOLVED_hand), .note = "not in print"},
    {"ω_i", PRINTED(LINE(9, 0), LINE(7, 0)), NO_NEED, .note = "no Coriolis terms, so it is not needed"},
    {"α_i^grav · ζ", PRINTED(LINE(9, 0), LINE(8, 0)), NO_NEED, .note = "gravity turns nothing"},
    {"A_i", PRINTED(LINE(6, 0), LINE(3, 0)), NO_NEED, .note = "no Coriolis terms"},
    {"A_i · ζ", PRINTED(LINE(0, 0), LINE(6, 0)), NO_NEED, .note = "the same"},
    {"D matrix", PRINTED(CUBIC(0, 72, 72, 0), CUBIC(0, 57, 57, 0)), SUM(D_OF(FINE))},
    {"forward solving", PRINTED(CUBIC(2, 3, -5, 0), CUBIC(2, 0, -2, 0)), ROW(FINE, RESOLVED_forward)},
    {"back solving", PRINTED(CUBIC(0, 3, 3, 0), CUBIC(0, 3, -3, 0)), ROW(FINE, RESOLVED_back)},
    {"a_i^grav · ζ", PRINTED(CUBIC(0, 9, 9, 0), CUBIC(0, 3, 3, 0)), ROW(FINE_GRAVITY, FINE_a),
     .note = "R a_{i-1}, one change of frame a link"},
    {"m ā_i^grav · ζ", PRINTED(LINE(12, 0), LINE(9, 0)), ROW(FINE_GRAVITY, FINE_F), .note = "at rest ā is a"},
    {"f_i", PRINTED(LINE(9, -9), LINE(9, -9)), ROW(FINE, FINE_f), .note = "the hand pushes"},
    {"Tr{A_i K_i Qᵗ}", PRINTED(LINE(6, 0), LINE(3, 0)), NO_NEED, .note = "no Coriolis terms"},
    {"m(r_i + r̄_i) × ā_i^grav · ζ", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(FINE_GRAVITY, FINE_com_force)},
    {"n_i", PRINTED(LINE(15, 0), LINE(24, 0)), SUM({FINE, FINE_r_f, FINE_add_n})},
    {"friction", PRINTED(LINE(2, 0), LINE(2, 0)), ROW(FINE, FINE_friction)},
    {"f_normal", ROW(FINE, FINE_normal), .note = "not in print"},
    {"τ_i", ROW(FINE, FINE_tau), .note = "not in print"},
    {"total", PRINTED(CUBIC(2, 78, 352, -54), CUBIC(2, 60, 340, -54)), ALL(FINE), .note = "every cycle"},
    {"total · ζ", PRINTED(CUBIC(0, 9, 171, 0), CUBIC(0, 3, 159, 0)), ALL(FINE_GRAVITY),
     .note = "in the cycles that refresh gravity"},
    {"in the text: n = 6", PRINTED(LINE(0, 415), LINE(0, 763)), .what = PRINTED_AT_SIX, .of = &mudge_3[17],
     .note = "of the printed formula; the text forgets 13n²"},
    {"in the text: n = 6, · ζ", PRINTED(LINE(0, 225), LINE(0, 117)), .what = PRINTED_AT_SIX,
     .of = &mudge_3[18], .note = "of the printed formula"},
    {"counted at n = 6", .what = COUNTED_AT_SIX, .of = &mudge_3[17]},
    {"counted at n = 6, · ζ", .what = COUNTED_AT_SIX, .of = &mudge_3[18]},
    {"a gravity pass by itself · ζ", ALL(GRAVITY), .note = "torques held instead of forces"},
    {"a pseudo-force pass by itself", ALL(PSEUDO_FORCE), .note = "added to torques that are held"},
};

/* Is it cheaper to take gross motion's kinematics from resolved motion than to compute them again? */
static const row_plan unified_or_separate[] = {
    {"printed: gross motion, unified", PRINTED(CUBIC(0, 18, 384, -54), CUBIC(0, 18, 414, -54)),
     .note = "Table 2"},
    {"printed: gross motion by itself", PRINTED(LINE(103, -9), LINE(99, -9)),
     .note = "Turney80, Table 4: ω 9n, 7n, α 9n, 8n, A 6n, 9n, a 18n, 15n in place of Table 2's second row"},
    {"printed: unified is cheaper up to n =", PRINTED(LINE(0, 12), LINE(0, 12)), .what = LAST_CHEAPER_PRINTED,
     .of = &unified_or_separate[0], .against = &unified_or_separate[1],
     .note = "printed: \"about a dozen joints\"; beside it: by the two rows above"},
    {"counted: gross motion, unified", SUM(GROSS_OF(UNIFIED)), .note = "Table 2, counted"},
    {"counted: gross motion by itself", SUM(WHOLE(MODIFIED), AROUND(UNIFIED)),
     .note = "modified Newton–Euler, feedback, friction"},
    {"counted: unified is cheaper up to n =", .what = LAST_CHEAPER, .of = &unified_or_separate[3],
     .against = &unified_or_separate[4], .note = "additions without gravity's three: 11"},
    {"counted: resolved and gross, unified", SUM(RESOLVED_OF(UNIFIED), GROSS_OF(UNIFIED)),
     .note = "Tables 1 and 2"},
    {"counted: resolved and gross, separate", SUM(RESOLVED_OF(UNIFIED), WHOLE(MODIFIED), AROUND(UNIFIED)),
     .note = "D by strobing"},
};

static const row_plan today[] = {
    {"resolved motion by strobing", SUM(RESOLVED_OF(UNIFIED_TODAY)), .note = "Table 1"},
    {"gross motion from its by-products", SUM(GROSS_OF(UNIFIED_TODAY)), .note = "Table 2"},
    {"resolved motion by the Jacobian", ALL(JACOBIAN_TODAY), .note = "one sweep in base axes"},
    {"gross motion by itself", SUM(WHOLE(DEFAULT), AROUND(UNIFIED_TODAY)),
     .note = "default inverse dynamics, feedback, friction"},
    {"by-products are cheaper up to n =", .what = LAST_CHEAPER, .of = &today[1], .against = &today[3],
     .note = "gross motion alone"},
    {"both, unified", SUM(RESOLVED_OF(UNIFIED_TODAY), GROSS_OF(UNIFIED_TODAY))},
    {"both, separate", SUM(WHOLE(JACOBIAN_TODAY), WHOLE(DEFAULT), AROUND(UNIFIED_TODAY)),
     .note = "what the library does"},
    {"unified is cheaper up to n =", .what = LAST_CHEAPER, .of = &today[5], .against = &today[6],
     .note = "0: at no n"},
    {"both, unified, n = 6", .what = COUNTED_AT_SIX, .of = &today[5]},
    {"both, separate, n = 6", .what = COUNTED_AT_SIX, .of = &today[6]},
};

/* Not in print: the two that `ulna compare` adds. */
static const row_plan unprinted[] = {{"strobe", ALL(STROBE)}, {"default", ALL(DEFAULT)}};
const method_plan ulna_method_plans[ULNA_COMPARISON_COUNT] = {
    [ULNA_INVERSE_LAGRANGE] = {&turney_1[0], "", "Turney80, Table 1"},
    [ULNA_INVERSE_NEWTON_EULER] = {&turney_1[1], "9M+6A", "Turney80, Table 1"},
    [ULNA_INVERSE_MODIFIED_NEWTON_EULER] = {&turney_1[2], "9M+6A", "Turney80, Table 1"},
    [ULNA_INVERSE_ANGELES] = {&angeles_2[7], "8M+4A", "Angeles, eq. 7.43"},
    [ULNA_INVERSE_STROBE] = {&unprinted[0], "8M+4A", ""},
    [ULNA_INVERSE_METHOD_COUNT] = {&unprinted[1], "8M+4A", ""},
};

#define M_A                                                                                                  \
  {                                                                                                          \
    "multiplications", "additions"                                                                           \
  }
#define TABLE(rows) rows, (int)(sizeof(rows) / sizeof(rows)[0])
const table_plan ulna_table_plans[] = {
    {"Turney80", "Table 1. Computational complexity of formulations", M_A, "9M+6A", TABLE(turney_1)},
    {"Turney80", "Table 2. Breakdown of Lagrange terms", M_A, "", TABLE(turney_2)},
    {"Turney80", "Table 3. Breakdown of Newton–Euler terms", M_A, "9M+6A", TABLE(turney_3)},
    {"Turney80", "Table 4. Breakdown of modified Newton–Euler terms", M_A, "9M+6A", TABLE(turney_4)},
    {"Turney80", "Table 5. Simultaneous steps in the computation of Table 4", M_A, "9M+6A", TABLE(turney_5)},
    {"Turney80",
     "Section 6. Strobing",
     {"kinematic link steps", "dynamic link steps"},
     "",
     TABLE(turney_strobing)},
    {"Turney80", "Not in print. Tables 3 and 4 counted alike", M_A, "9M+6A", TABLE(alike)},
    {"Saha", "Conclusions. Forward dynamics", M_A, "8M+4A", TABLE(saha_conclusions)},
    {"Angeles", "Table 7.1. Kinematics computations", M_A, "8M+4A", TABLE(angeles_1)},
    {"Angeles", "Section 7.4.1. A prismatic link", M_A, "8M+4A", TABLE(angeles_p)},
    {"Angeles", "Table 7.2. Dynamics computations", M_A, "8M+4A", TABLE(angeles_2)},
    {"Angeles", "Table 7.3. Different algorithms for inverse dynamics", M_A, "8M+4A", TABLE(angeles_3)},
    {"Angeles", "Table 7.4. Different algorithms, n = 6", M_A, "", TABLE(angeles_4)},
    {"Mudge", "Table 1. Complexity analysis for resolved motion", M_A, "9M+6A", TABLE(mudge_1)},
    {"Mudge", "Table 2. Complexity analysis for gross motion", M_A, "9M+6A", TABLE(mudge_2)},
    {"Mudge", "Table 3. Complexity analysis for complete fine motion", M_A, "9M+6A", TABLE(mudge_3)},
    {"Mudge", "Conclusion. Unified against separate computation", M_A, "9M+6A", TABLE(unified_or_separate)},
    {"Mudge", "Not in print. The same today, full tensors, base at rest", M_A, "8M+4A", TABLE(today)},
};
const int ulna_table_count = sizeof ulna_table_plans / sizeof ulna_table_plans[0];
