/* The papers' operation tables as printed, and which count stands beside each row. Included by papers.c alone. */
#ifndef ULNA_COUNT_PAPERS_TABLES_H
#define ULNA_COUNT_PAPERS_TABLES_H

#include "count/generic_arm.h"
#include "count/polynomial.h"

#define REAL_F64  // for the kernels' row numbers
#include "kernel/methods.h"

/* The runs that are counted. */
enum {
  LAGRANGE,
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
  STROBE_M,
  STROBE_C,
  DEFAULT,
  RUNS,
  NO_RUN = -1
};
static const count_run runs[RUNS] = {
    [LAGRANGE] = {COUNT_INVERSE_DYNAMICS, ULNA_LAGRANGE, ULNA_REVOLUTE, {.base_at_rest = true}},
    [NEWTON_EULER] = {COUNT_INVERSE_DYNAMICS,
                      ULNA_NEWTON_EULER,
                      ULNA_REVOLUTE,
                      {.full_matrix_rotations = true}},
    [MODIFIED] = {COUNT_INVERSE_DYNAMICS,
                  ULNA_MODIFIED_NEWTON_EULER,
                  ULNA_REVOLUTE,
                  {.full_matrix_rotations = true, .diagonal_inertia = true}},
    [ANGELES] = {COUNT_INVERSE_DYNAMICS, ULNA_ANGELES, ULNA_REVOLUTE, {.hand_loaded = true, .centres = true}},
    [ANGELES_P] = {COUNT_INVERSE_DYNAMICS,
                   ULNA_ANGELES,
                   ULNA_PRISMATIC,
                   {.hand_loaded = true, .centres = true}},
    [NEWTON_EULER_DIAGONAL] = {COUNT_INVERSE_DYNAMICS,
                               ULNA_NEWTON_EULER,
                               ULNA_REVOLUTE,
                               {.full_matrix_rotations = true, .diagonal_inertia = true}},
    [MODIFIED_FULL] = {COUNT_INVERSE_DYNAMICS,
                       ULNA_MODIFIED_NEWTON_EULER,
                       ULNA_REVOLUTE,
                       {.full_matrix_rotations = true}},
    [NEWTON_EULER_8_4] = {COUNT_INVERSE_DYNAMICS, ULNA_NEWTON_EULER, ULNA_REVOLUTE, {0}},
    [MODIFIED_8_4] = {COUNT_INVERSE_DYNAMICS,
                      ULNA_MODIFIED_NEWTON_EULER,
                      ULNA_REVOLUTE,
                      {.diagonal_inertia = true}},
    [ANGELES_SHORT] = {COUNT_INVERSE_DYNAMICS, ULNA_ANGELES, ULNA_REVOLUTE, {.hand_loaded = true}},
    [MODIFIED_AT_REST] = {COUNT_INVERSE_DYNAMICS,
                          ULNA_MODIFIED_NEWTON_EULER,
                          ULNA_REVOLUTE,
                          {.full_matrix_rotations = true, .diagonal_inertia = true, .base_at_rest = true}},
    [STROBE_M] = {COUNT_MASS_MATRIX, ULNA_STROBE, ULNA_REVOLUTE, {0}},
    [STROBE_C] = {COUNT_CHRISTOFFEL, ULNA_STROBE, ULNA_REVOLUTE, {0}},
    [DEFAULT] = {COUNT_DEFAULT, ULNA_NEWTON_EULER, ULNA_REVOLUTE, {.base_at_rest = true}},
};

/* What of a run stands beside a printed row. A link's share is the part of the count that grows with n. */
typedef enum {
  NOTHING,
  TOTAL,
  ROWS,  // of the kernel, summed
  LINK,  // the same, a link's share
  LINK_TIMES_N,
  SCHEDULE,
  VISITS,    // how often the two rows were entered: kinematic and dynamic link steps
  VALUE,     // no count: the printed formula of another row, put in numbers
  FORWARD,   // forward dynamics: `run` says which, FORWARD_…
  CROSSOVER  // the first n at which the O(n) recursion is cheaper, with bias (run 0) or tau given (1)
} beside;

/* The counts of forward dynamics (ulna/compare_forward.h). */
enum {
  FORWARD_ARTICULATED_ALL,
  FORWARD_ARTICULATED_GIVEN,
  FORWARD_SAHA_ALL,
  FORWARD_SAHA_GIVEN,
  FORWARD_COMPOSITE_ALL,
  FORWARD_COMPOSITE_GIVEN,
  FORWARD_RUNS
};

typedef struct {
  const char *item;
  polynomial printed[2];
  bool has_printed;
  beside what;
  int run, row[6];  // a row of 0: no more
  const char *note;
} row_plan;

#define PRINTED(m, a) .printed = {m, a}, .has_printed = true

static const row_plan turney_1[] = {
    {"Lagrange",
     PRINTED(CUBIC(81, 495, 30, 0), CUBIC(80, 348, -128, 0)),
     TOTAL,
     LAGRANGE,
     {0},
     "see Table 2"},
    {"Newton–Euler", PRINTED(LINE(108, -12), LINE(100, -9)), TOTAL, NEWTON_EULER, {0}, "see Table 3"},
    {"modified Newton–Euler", PRINTED(LINE(90, -27), LINE(88, -24)), TOTAL, MODIFIED, {0}, "see Table 4"},
};

static const row_plan turney_2[] = {
    {"T_j^i", PRINTED(CUBIC(0, 192, -192, 0), CUBIC(0, 144, -144, 0)), ROWS, LAGRANGE, {LAGRANGE_T}, ""},
    {"∂T_0^i/∂q_j",
     PRINTED(CUBIC(0, 192, -192, 0), CUBIC(0, 144, -144, 0)),
     ROWS,
     LAGRANGE,
     {LAGRANGE_D},
     ""},
    {"∂²T_0^i/∂q_j∂q_k",
     PRINTED(CUBIC(64, 0, -64, 0), CUBIC(48, 0, -48, 0)),
     ROWS,
     LAGRANGE,
     {LAGRANGE_DD},
     "the appendix has 16n(n²-1) additions, the table is right"},
    {"Σ{…}J_q",
     PRINTED(CUBIC(17, 51, 418, 0), CUBIC(32, 0, 160, 0)),
     ROWS,
     LAGRANGE,
     {LAGRANGE_SUM},
     "print leaves out the 16q multiplications by qdd_j, and has n(n²-1) for n(n+1)(n+2)"},
    {"Tr{[…] ∂T_0^q/∂q_i}",
     PRINTED(CUBIC(0, 48, 48, 0), CUBIC(0, 48, 42, 0)),
     ROWS,
     LAGRANGE,
     {LAGRANGE_TRACE},
     ""},
    {"gravity", PRINTED(CUBIC(0, 12, 12, 0), CUBIC(0, 12, 6, 0)), ROWS, LAGRANGE, {LAGRANGE_GRAVITY}, ""},
    {"gravity added", .what = ROWS, .run = LAGRANGE, .row = {LAGRANGE_ADD}, .note = "not in print"},
    {"total",
     PRINTED(CUBIC(81, 495, 30, 0), CUBIC(80, 348, -128, 0)),
     TOTAL,
     LAGRANGE,
     {0},
     "the appendix's totals have their labels exchanged"},
};

static const row_plan turney_3[] = {
    {"ω_i", PRINTED(LINE(9, 0), LINE(7, 0)), ROWS, NEWTON_EULER, {NE_w}, ""},
    {"α_i", PRINTED(LINE(9, 0), LINE(9, 0)), ROWS, NEWTON_EULER, {NE_wd}, "ω × z qd takes 2 multiplications"},
    {"A_i", PRINTED(LINE(6, 0), LINE(9, 0)), ROWS, NEWTON_EULER, {NE_A}, ""},
    {"a_i", PRINTED(LINE(18, 0), LINE(15, 0)), ROWS, NEWTON_EULER, {NE_a}, ""},
    {"ā_i", PRINTED(LINE(9, 0), LINE(9, 0)), ROWS, NEWTON_EULER, {NE_a_com}, ""},
    {"f_i", PRINTED(LINE(12, -12), LINE(9, -9)), ROWS, NEWTON_EULER, {NE_f}, "f_n needs m ā_n"},
    {"I_i α_i", PRINTED(LINE(9, 0), LINE(6, 0)), ROWS, NEWTON_EULER, {NE_I_wd}, ""},
    {"ω_i × (I_i ω_i)", PRINTED(LINE(15, 0), LINE(9, 0)), ROWS, NEWTON_EULER, {NE_w_I_w}, ""},
    {"m(r_i + r̄_i) × ā_i", PRINTED(LINE(6, 0), LINE(3, 0)), ROWS, NEWTON_EULER, {NE_com_force}, ""},
    {"r_i × R f_{i+1}", PRINTED(LINE(6, 0), LINE(3, 0)), ROWS, NEWTON_EULER, {NE_r_f}, "only n-1 times"},
    {"R n_{i+1}", PRINTED(LINE(9, 0), LINE(6, 0)), ROWS, NEWTON_EULER, {NE_n_up}, "only n-1 times"},
    {"add n", PRINTED(LINE(0, 0), LINE(15, 0)), ROWS, NEWTON_EULER, {NE_add_n}, "five terms are four sums"},
    {"τ_i", .what = ROWS, .run = NEWTON_EULER, .row = {NE_tau}, .note = "not in print"},
    {"total", PRINTED(LINE(108, -12), LINE(100, -9)), TOTAL, NEWTON_EULER, {0}, "full tensor"},
};

static const row_plan turney_4[] = {
    {"ω_i", PRINTED(LINE(9, 0), LINE(7, 0)), ROWS, MODIFIED, {MNE_w}, ""},
    {"α_i", PRINTED(LINE(9, 0), LINE(9, 0)), ROWS, MODIFIED, {MNE_wd}, "ω × z qd takes 2 multiplications"},
    {"A_i", PRINTED(LINE(6, 0), LINE(9, 0)), ROWS, MODIFIED, {MNE_A}, ""},
    {"a_i", PRINTED(LINE(18, -18), LINE(15, -15)), ROWS, MODIFIED, {MNE_a}, "R a_{n-1} is still needed"},
    {"m ā_i", PRINTED(LINE(12, 0), LINE(9, 0)), ROWS, MODIFIED, {MNE_F}, ""},
    {"f_i", PRINTED(LINE(9, -9), LINE(9, -9)), ROWS, MODIFIED, {MNE_f}, ""},
    {"Tr{A_i K_i σᵗ}", PRINTED(LINE(6, 0), LINE(3, 0)), ROWS, MODIFIED, {MNE_moment}, "diagonal tensor"},
    {"m(r_i + r̄_i) × ā_i", PRINTED(LINE(6, 0), LINE(3, 0)), ROWS, MODIFIED, {MNE_com_force}, ""},
    {"r_i × R f_{i+1}", PRINTED(LINE(6, 0), LINE(3, 0)), ROWS, MODIFIED, {MNE_r_f}, "only n-1 times"},
    {"R n_{i+1}", PRINTED(LINE(9, 0), LINE(6, 0)), ROWS, MODIFIED, {MNE_n_up}, "only n-1 times"},
    {"add n", PRINTED(LINE(0, 0), LINE(15, 0)), ROWS, MODIFIED, {MNE_add_n}, "four terms are three sums"},
    {"τ_i", .what = ROWS, .run = MODIFIED, .row = {MNE_tau}, .note = "not in print"},
    {"total", PRINTED(LINE(90, -27), LINE(88, -24)), TOTAL, MODIFIED, {0}, "diagonal tensor"},
};

static const row_plan turney_5[] = {
    {"ω_1", PRINTED(LINE(0, 9), LINE(0, 7)), LINK, MODIFIED, {MNE_w}, ""},
    {"α_1", PRINTED(LINE(0, 9), LINE(0, 9)), LINK, MODIFIED, {MNE_wd}, "can run beside ω_1"},
    {"A_1", PRINTED(LINE(0, 6), LINE(0, 9)), LINK, MODIFIED, {MNE_A}, ""},
    {"ω_2", PRINTED(LINE(0, 9), LINE(0, 7)), LINK, MODIFIED, {MNE_w}, "can run beside α_1 and A_1"},
    {"α_2", PRINTED(LINE(0, 9), LINE(0, 9)), LINK, MODIFIED, {MNE_wd}, "can run beside A_1"},
    {"ω_{i+2}, α_{i+2}, A_{i+1}, a_i, m ā_i, Tr, …",
     PRINTED(LINE(18, 0), LINE(15, 0)),
     LINK_TIMES_N,
     MODIFIED,
     {MNE_a},
     "a_i is the longest"},
    {"f_i, n_i, r × R f_{i+1}, R n_{i+1}",
     PRINTED(LINE(9, 0), LINE(12, 0)),
     LINK_TIMES_N,
     MODIFIED,
     {MNE_n_up, MNE_add_n},
     "R n_{i+1}, then add n"},
    {"total: length of the schedule",
     PRINTED(LINE(27, 42), LINE(27, 41)),
     SCHEDULE,
     MODIFIED,
     {0},
     "each term on its own processor, begun when all it reads is there; n ≥ 2"},
};

static const row_plan turney_strobing[] = {
    {"M", PRINTED(CUBIC(0, 3, 3, 0), CUBIC(0, 3, 3, 0)), VISITS, STROBE_M, {MNE_A, MNE_tau}, ""},
    {"C",
     PRINTED(CUBIC(2, 3, 1, 0), CUBIC(0, 3, 3, 0)),
     VISITS,
     STROBE_C,
     {MNE_A, MNE_tau},
     "every one of the n(n+1)/2 runs needs n inward steps"},
};

static const row_plan angeles_1[] = {
    {"Q_i", PRINTED(LINE(4, 0), LINE(0, 0)), ROWS, ANGELES, {ANGELES_Q}, ""},
    {"c_i", .what = ROWS, .run = ANGELES, .row = {ANGELES_c},
     .note = "missing in the table, given in the text"},
    {"ω_i", PRINTED(LINE(8, 0), LINE(5, 0)), ROWS, ANGELES, {ANGELES_w}, ""},
    {"ċ_i", PRINTED(LINE(20, 0), LINE(16, 0)), ROWS, ANGELES, {ANGELES_cd}, ""},
    {"ω̇_i", PRINTED(LINE(10, 0), LINE(7, 0)), ROWS, ANGELES, {ANGELES_wd}, ""},
    {"c̈_i", PRINTED(LINE(32, 0), LINE(28, 0)), ROWS, ANGELES, {ANGELES_cdd}, ""},
    {"total",
     PRINTED(LINE(82, 0), LINE(66, 0)),
     ROWS,
     ANGELES,
     {ANGELES_Q, ANGELES_c, ANGELES_w, ANGELES_cd, ANGELES_wd, ANGELES_cdd},
     "the printed rows add up to 74n, 56n"},
};

static const row_plan angeles_p[] = {
    {"Q_i", PRINTED(LINE(0, 4), LINE(0, 0)), LINK, ANGELES_P, {ANGELES_Q}, ""},
    {"c_i", PRINTED(LINE(0, 16), LINE(0, 15)), LINK, ANGELES_P, {ANGELES_c}, ""},
    {"ω_i", PRINTED(LINE(0, 8), LINE(0, 4)), LINK, ANGELES_P, {ANGELES_w}, ""},
    {"ċ_i", PRINTED(LINE(0, 14), LINE(0, 11)), LINK, ANGELES_P, {ANGELES_cd}, ""},
    {"ω̇_i", PRINTED(LINE(0, 8), LINE(0, 4)), LINK, ANGELES_P, {ANGELES_wd}, ""},
    {"c̈_i",
     PRINTED(LINE(0, 20), LINE(0, 19)),
     LINK,
     ANGELES_P,
     {ANGELES_cdd},
     "the printed count rests on e_i in the wrong frame"},
};

static const row_plan angeles_2[] = {
    {"row 1: f_n", PRINTED(LINE(0, 3), LINE(0, 3)), ROWS, ANGELES, {ANGELES_f_n}, ""},
    {"row 2: n_n", PRINTED(LINE(0, 30), LINE(0, 27)), ROWS, ANGELES, {ANGELES_n_n}, ""},
    {"row 5: φ_{i+1}", PRINTED(LINE(8, -8), LINE(4, -4)), ROWS, ANGELES, {ANGELES_phi}, ""},
    {"row 6: f_i", PRINTED(LINE(3, -3), LINE(3, -3)), ROWS, ANGELES, {ANGELES_f}, ""},
    {"row 7: n_i", PRINTED(LINE(44, -44), LINE(37, -37)), ROWS, ANGELES, {ANGELES_n}, ""},
    {"τ_1", .what = ROWS, .run = ANGELES, .row = {ANGELES_tau},
     .note = "frames put right, its third component costs"},
    {"total",
     PRINTED(LINE(55, -22), LINE(44, -14)),
     ROWS,
     ANGELES,
     {ANGELES_f_n, ANGELES_n_n, ANGELES_phi, ANGELES_f, ANGELES_n, ANGELES_tau},
     ""},
    {"total, with Table 7.1 (7.43)", PRINTED(LINE(137, -22), LINE(110, -14)), TOTAL, ANGELES, {0}, ""},
    {"the same without c_i and ċ_i", .what = TOTAL, .run = ANGELES_SHORT, .note = "7.4.2 does not use them"},
};

#define LITERATURE(item, m1, m0, a1, a0)                                                                     \
  {                                                                                                          \
    item, PRINTED(LINE(m1, m0), LINE(a1, a0)), NOTHING, NO_RUN, {0}, ""                                      \
  }
static const row_plan angeles_3[] = {
    LITERATURE("Hollerbach (1980), E-L", 412, -277, 320, -201),
    LITERATURE("Luh et al. (1980), N-E", 150, -48, 131, -48),
    LITERATURE("Walker & Orin (1982), N-E", 137, -22, 101, -11),
    LITERATURE("Khalil et al. (1986), N-E", 105, -92, 94, -86),
    LITERATURE("Angeles et al. (1989), Kane", 105, -109, 90, -105),
    LITERATURE("Balafoutis & Patel (1991), tensor", 93, -69, 81, -65),
    LITERATURE("Li & Sankar (1992), E-L", 88, -69, 76, -66),
    {"here: Newton–Euler", .what = TOTAL, .run = NEWTON_EULER_8_4, .note = "full tensor"},
    {"here: modified Newton–Euler", .what = TOTAL, .run = MODIFIED_8_4, .note = "diagonal tensor"},
    {"here: Angeles without c_i and ċ_i", .what = TOTAL, .run = ANGELES_SHORT, .note = "full tensor"},
    {"here: the default", .what = TOTAL, .run = DEFAULT, .note = "full tensor, base at rest; n ≥ 2"},
};

/* Table 7.4: printed numbers, and Table 7.3's formula at n = 6 as the count. */
#define AT_SIX(item, m, a, formula, note_)                                                                   \
  {                                                                                                          \
    item, PRINTED(LINE(0, m), LINE(0, a)), VALUE, formula, {0}, note_                                        \
  }
#define NO_FORMULA(item, m, a)                                                                               \
  {                                                                                                          \
    item, PRINTED(LINE(0, m), LINE(0, a)), NOTHING, NO_RUN, {0}, "no formula in Table 7.3"                   \
  }
static const row_plan angeles_4[] = {
    AT_SIX("Hollerbach (1980), E-L", 2195, 1719, 0, ""),
    AT_SIX("Luh et al. (1980), N-E", 852, 738, 1, ""),
    AT_SIX("Walker & Orin (1982), N-E", 800, 595, 2, ""),
    NO_FORMULA("Hollerbach and Sahar (1983), N-E", 688, 558),
    NO_FORMULA("Kane & Levinson (1983), Kane", 646, 394),
    AT_SIX("Khalil et al. (1986), N-E", 538, 478, 3, ""),
    AT_SIX("Angeles et al. (1989), Kane", 521, 435, 4, ""),
    AT_SIX("Balafoutis & Patel (1991), tensor", 489, 420, 5, "81·6-65 is 421"),
    AT_SIX("Li & Sankar (1992), E-L", 459, 390, 6, ""),
};

static const row_plan alike[] = {
    {"Newton–Euler, full tensor", .what = TOTAL, .run = NEWTON_EULER, .note = ""},
    {"modified Newton–Euler, full tensor", .what = TOTAL, .run = MODIFIED_FULL, .note = ""},
    {"Newton–Euler, diagonal tensor", .what = TOTAL, .run = NEWTON_EULER_DIAGONAL, .note = ""},
    {"modified Newton–Euler, diagonal tensor", .what = TOTAL, .run = MODIFIED, .note = ""},
    {"the same, base known to be at rest", .what = TOTAL, .run = MODIFIED_AT_REST, .note = "n ≥ 2"},
};

/* [Saha]'s one count, and what it may have meant. Base at rest, constants of the links folded; for n ≥ 3. */
static const row_plan saha_conclusions[] = {
    {"O(n) forward dynamics",
     PRINTED(LINE(201, -335), LINE(193, -361)),
     FORWARD,
     FORWARD_ARTICULATED_ALL,
     {0},
     "counted: reference points on the joint axes, bias in eq. 37; the print says neither"},
    {"the same, tau less bias given", .what = FORWARD, .run = FORWARD_ARTICULATED_GIVEN,
     .note = "eqs. 31-39 alone"},
    {"points at the mass centres, with bias", .what = FORWARD, .run = FORWARD_SAHA_ALL,
     .note = "as eqs. 31-39 are written"},
    {"the same, tau less bias given",
     PRINTED(LINE(201, -335), LINE(193, -361)),
     FORWARD,
     FORWARD_SAHA_GIVEN,
     {0},
     "the reading nearest to the text, which takes tau from another algorithm"},
    {"composite bodies, with bias", .what = FORWARD, .run = FORWARD_COMPOSITE_ALL, .note = "the O(n³) rival"},
    {"composite bodies, tau less bias given", .what = FORWARD, .run = FORWARD_COMPOSITE_GIVEN, .note = ""},
    {"first n at which O(n) is cheaper",
     PRINTED(LINE(0, 12), LINE(0, 12)),
     CROSSOVER,
     0,
     {0},
     "joint-axis points, with bias; 12 fits the printed count against a rival without the bias"},
    {"the same, tau less bias given", .what = CROSSOVER, .run = 1, .note = "joint-axis points"},
};

typedef struct {
  const char *paper, *title, *columns[2], *charge;
  const row_plan *rows;
  int row_count;
} table_plan;

#define M_A                                                                                                  \
  {                                                                                                          \
    "multiplications", "additions"                                                                           \
  }
#define TABLE(rows) rows, (int)(sizeof(rows) / sizeof(rows)[0])
static const table_plan tables[] = {
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
};
enum { TABLES = sizeof tables / sizeof tables[0] };

#endif
