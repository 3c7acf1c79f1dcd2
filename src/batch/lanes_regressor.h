/* The regressor of a block of states: part of batch/lanes_text.h. */
#ifndef ULNA_BATCH_LANES_REGRESSOR_H
#define ULNA_BATCH_LANES_REGRESSOR_H

// [wd]× + [w]×[w]×: products of w once, sums that wait for no multiplier
static inline __attribute__((always_inline)) lane_meets lane_meets_of(vec3 w, vec3 wd, vec3 a)
{
  const real x2 = mul_alone(w.x, w.x), y2 = mul_alone(w.y, w.y), z2 = mul_alone(w.z, w.z);
  const real xy = mul_alone(w.x, w.y), xz = mul_alone(w.x, w.z), yz = mul_alone(w.y, w.z);
  const lane_meets l = {a,
                        wd,
                        {{{neg(add(y2, z2)), sub(xy, wd.z), add(xz, wd.y)},
                          {add(xy, wd.z), neg(add(x2, z2)), sub(yz, wd.x)},
                          {sub(xz, wd.y), add(yz, wd.x), neg(add(x2, y2))}}}};
  return l;
}

/* What a joint's field has at a link. A joint turns the next link about an axis without z where the twist between them is a right
 * angle; it moves that link's origin in every way (FLAT), across z, along z (UP), or not at all. */
typedef enum { FIELD_ANY, FIELD_FLAT, FIELD_ACROSS, FIELD_UP, FIELD_STILL } lane_field_kind;

/* Ten numbers of a row (regressor_numbers of kernel/fast_regressor.h) with products rounded on their own: on machines whose
 * stores and fused operations wait for each other that is faster, and a third of the instructions here are stores. What the
 * field does not have is not multiplied. The order keeps few numbers in registers: mass and first moments, then inertia. */
static inline __attribute__((always_inline)) void
lane_regressor_numbers(const lane_meets *l, lane_field_kind kind, vec3 s, vec3 v, real y[LINK_PARAMETERS])
{
#define BY(a, b) mul_alone(a, b)
  const bool across = kind != FIELD_UP && kind != FIELD_STILL;
  const bool up = kind != FIELD_ACROSS && kind != FIELD_STILL, any = kind == FIELD_ANY;
  const mat3 *A = &l->A;
  const vec3 a = l->a, wd = l->wd;
  // v a, Aᵀ v + a × s
  y[1] = BY(s.y, a.z), y[2] = BY(s.x, a.z), y[3] = sub(BY(s.y, a.x), BY(s.x, a.y));
  y[1] = any ? sub(BY(s.z, a.y), y[1]) : neg(y[1]);
  if (any) y[2] = sub(y[2], BY(s.z, a.x));
  y[0] = constant(0);
  if (across) {
    y[0] = add(BY(v.x, a.x), BY(v.y, a.y));
    y[1] = add(y[1], add(BY(v.x, A->e[0][0]), BY(v.y, A->e[1][0])));
    y[2] = add(y[2], add(BY(v.x, A->e[0][1]), BY(v.y, A->e[1][1])));
    y[3] = add(y[3], add(BY(v.x, A->e[0][2]), BY(v.y, A->e[1][2])));
  }
  if (up) {
    y[0] = add(y[0], BY(v.z, a.z));
    y[1] = add(y[1], BY(v.z, A->e[2][0]));
    y[2] = add(y[2], BY(v.z, A->e[2][1]));
    y[3] = add(y[3], BY(v.z, A->e[2][2]));
  }
  // s (I ω̇ + ω × I ω), by each number of I
  const real x = BY(s.x, sub(A->e[2][1], wd.x)), of_y = BY(s.y, sub(A->e[0][2], wd.y));
  y[4] = add(BY(s.x, wd.x), of_y);
  y[7] = sub(BY(s.y, wd.y), x);
  y[9] = sub(x, of_y);
  if (any) {
    const real z = BY(s.z, sub(A->e[1][0], wd.z));
    y[4] = sub(y[4], z), y[7] = add(y[7], z);
    y[9] = add(y[9], BY(s.z, wd.z));
  }
  y[5] = sub(BY(s.y, A->e[2][1]), BY(s.x, A->e[2][0]));
  y[6] = add(BY(s.x, A->e[1][0]), BY(s.y, sub(A->e[2][2], A->e[0][0])));
  y[8] = sub(BY(s.x, sub(A->e[1][1], A->e[2][2])), BY(s.y, A->e[0][1]));
  if (any) {
    y[5] = add(y[5], BY(s.z, sub(A->e[0][0], A->e[1][1])));
    y[6] = sub(y[6], BY(s.z, A->e[1][2]));
    y[8] = add(y[8], BY(s.z, A->e[0][2]));
  }
#undef BY
}

// The same of the link's own joint, whose axis is z through the origin.
static inline __attribute__((always_inline)) void lane_regressor_own(const lane_meets *l,
                                                                     real y[LINK_PARAMETERS])
{
  const real zero = constant(0), xy = sub(l->A.e[1][0], l->wd.z);
  y[0] = zero;
  y[1] = l->a.y, y[2] = neg(l->a.x), y[3] = zero;
  y[4] = neg(xy), y[5] = sub(l->A.e[0][0], l->A.e[1][1]), y[6] = neg(l->A.e[1][2]);
  y[7] = xy, y[8] = l->A.e[0][2], y[9] = l->wd.z;
}

static inline __attribute__((always_inline)) void
lane_regressor_own_put(const lane_stream *to, size_t place, bool zeros, const real y[LINK_PARAMETERS])
{
  if (zeros) lane_stream_put(to, place, LINK_PARAMETERS, y);
  else lane_stream_put(to, place + 1, 2, y + 1), lane_stream_put(to, place + 4, 6, y + 4);
}

// a + A r: of the next frame's origin; along link i, or from its parameter frame on the axis to the next one's
static inline __attribute__((always_inline)) vec3 lane_carry(const lane_work *w, int i, bool on_axis, vec3 a,
                                                             const mat3 *A)
{
  if (i + 1 == w->n) return a;
  if (!on_axis) return fast_carry_link(&w->k, i, a, A);
  const lane_reach *reach = &w->along[i];
  if (reach->x) a = vec3_add(a, vec3_scale(reach->r.x, mat3_column(A, 0)));
  if (reach->y) a = vec3_add(a, vec3_scale(reach->r.y, mat3_column(A, 1)));
  if (reach->z) a = vec3_add(a, vec3_scale(reach->r.z, mat3_column(A, 2)));
  return a;
}

/* Link i from link i-1's motion in its axes: its own, that of its far end, what its parameters meet, and the ten numbers that its
 * own joint has of them. */
static inline __attribute__((always_inline)) void lane_regressor_link(const lane_work *w, int i, bool on_axis,
                                                                      real qd, real qdd, fast_spot *at,
                                                                      real y[LINK_PARAMETERS])
{
  const vec3 a = at->b;
  fast_spin(&qd, &qdd, 0, &at->w, &at->wd);
  const lane_meets l = lane_meets_of(at->w, at->wd, a);
  at->b = lane_carry(w, i, on_axis, a, &l.A);
  if (on_axis) {
    lane_regressor_own(&l, y);
    if (i > 0) w->meets[i] = l;  // no joint is before the first
    return;
  }
  const parameter_frame *in = &w->frame[i];
  const joint_field own = {vec3_make(constant(0), constant(0), constant(1)), vec3_zero()},
                    f = joint_field_in(in, &own);
  w->meets[i] = lane_meets_of(regressor_turned(in, at->w), regressor_turned(in, at->wd),
                              regressor_turned(in, fast_carry(a, &l.A, in->p)));
  lane_regressor_numbers(&w->meets[i], FIELD_ANY, f.s, f.v, y);
}

// How joint i moves frame i + 1 where the twist between them is a right angle: its axis lies in that frame's x-y plane.
static inline __attribute__((always_inline)) joint_field lane_square_field(vec3 r, bool back, real c, real s)
{
  const vec3 v = vec3_make(neg(mul(c, r.y)), mul(s, r.y), back ? r.x : neg(r.x));
  const joint_field f = {vec3_make(back ? neg(s) : s, back ? neg(c) : c, constant(0)), v};
  return f;
}

// from frame l-1 to frame l
static inline __attribute__((always_inline)) void lane_field_down(const lane_work *w, int l, bool on_axis,
                                                                  joint_field *f)
{
  const fast_turns *t = &w->k.scratch.turns;
  const lane_reach *reach = &w->along[l - 1];
  const vec3 s = f->s, r = on_axis ? reach->r : w->k.link[l - 1].r;
  vec3 v = f->v;
  if (!on_axis || reach->x) v.y = add(v.y, mul(r.x, s.z)), v.z = sub(v.z, mul(r.x, s.y));
  if (!on_axis || reach->y) v.z = add(v.z, mul(r.y, s.x)), v.x = sub(v.x, mul(r.y, s.z));
  if (!on_axis || reach->z) v.x = add(v.x, mul(r.z, s.y)), v.y = sub(v.y, mul(r.z, s.x));
#define DOWN(kind)                                                                                           \
  f->s = shaped_down(kind, t->c[l], t->s[l], w->k.ca[l], w->k.sa[l], s),                                     \
  f->v = shaped_down(kind, t->c[l], t->s[l], w->k.ca[l], w->k.sa[l], v)
  FOR_TWISTS(w->k.shape[l].twist, DOWN)
#undef DOWN
}

// What joint i has of link l > i, which field f moves.
static inline __attribute__((always_inline)) void lane_regressor_pair(const lane_work *w, int l, bool on_axis,
                                                                      lane_field_kind kind,
                                                                      const joint_field *f,
                                                                      real y[LINK_PARAMETERS])
{
  const joint_field in = on_axis ? *f : joint_field_in(&w->frame[l], f);
  lane_regressor_numbers(&w->meets[l], kind, in.s, in.v, y);
}

// The same of link l = i + 1, across joint i.
static inline __attribute__((always_inline)) void
lane_regressor_square_pair(const lane_work *w, int l, const joint_field *f, real y[LINK_PARAMETERS])
{
  const bool across = w->along[l - 1].y, up = w->along[l - 1].x;
  if (across && up) lane_regressor_pair(w, l, true, FIELD_FLAT, f, y);
  else if (across) lane_regressor_pair(w, l, true, FIELD_ACROSS, f, y);
  else if (up) lane_regressor_pair(w, l, true, FIELD_UP, f, y);
  else lane_regressor_pair(w, l, true, FIELD_STILL, f, y);
}

/* Row i behind its own link: what joint i has of the links' columns. Its field stays in registers from link to link. Where link l
 * meets joint i, joint l does not meet link i: the zeros of that place are written between, so that stores come evenly. */
static inline __attribute__((always_inline)) void
lane_regressor_row(const lane_work *w, int i, bool on_axis, bool zeros, const lane_stream *into, size_t apart)
{
  const lane_stream to = lane_stream_by(into, apart);
  const fast_turns *t = &w->k.scratch.turns;
  const size_t columns = (size_t)w->arm->columns;
  const real zero = constant(0);
  const real none[LINK_PARAMETERS] = {zero, zero, zero, zero, zero, zero, zero, zero, zero, zero};
  joint_field f = {vec3_make(zero, zero, constant(1)), vec3_zero()};
  size_t place = (size_t)i * (columns + LINK_PARAMETERS), opposite = place;
  for (int l = i + 1; l < w->n; l++) {
    real y[LINK_PARAMETERS];
    const fast_twist_kind kind = w->k.shape[l].twist;
    if (on_axis && l == i + 1 && (kind == TWIST_SQUARE || kind == TWIST_BACK)) {
      f = lane_square_field(w->along[i].r, kind == TWIST_BACK, t->c[l], t->s[l]);
      lane_regressor_square_pair(w, l, &f, y);
    } else {
      lane_field_down(w, l, on_axis, &f);
      lane_regressor_pair(w, l, on_axis, FIELD_ANY, &f, y);
    }
    place += LINK_PARAMETERS, opposite += columns;
    lane_stream_put(&to, place, LINK_PARAMETERS, y);
    if (zeros) lane_stream_put(&to, opposite, LINK_PARAMETERS, none);
  }
}

// Links alone, every joint revolute, parameters in frames on the joints' axes (on_axis) or in any: link after link what its parameters meet, then row after row straight to where it belongs.
static inline __attribute__((always_inline)) void lane_revolute_regressor(lane_work *w, const lane_block *b,
                                                                          bool on_axis,
                                                                          const lane_stream *into,
                                                                          size_t apart)
{
  const int n = w->n;
  const batch_call *call = b->call;
  const lane_numbers q = lane_given(b, call->q, n, w->q), qd = lane_given(b, call->qd, n, w->qd),
                     qdd = lane_given(b, call->qdd, n, w->qdd);
  const lane_stream to = lane_stream_by(into, apart);
  const size_t columns = (size_t)w->arm->columns;
  const bool zeros = !to.straight || !call->keeps_zeros;
  const fast_turns *t = lane_plain_turns(w, &q);
  fast_spot at = {vec3_zero(), vec3_zero(), w->k.base.a};
  ROLLED for (int l = 0; l < n; l++)
  {
    real y[LINK_PARAMETERS];
    shaped_down_motion(&w->k, l, t->c[l], t->s[l], &at);
    lane_regressor_link(w, l, on_axis, lane_number(&qd, l), lane_number(&qdd, l), &at, y);
    lane_regressor_own_put(&to, (size_t)l * (columns + LINK_PARAMETERS), zeros || !on_axis, y);
  }
  ROLLED for (int i = 0; i + 1 < n; i++) lane_regressor_row(w, i, on_axis, zeros, into, apart);
}

static void lane_links_regressor(lane_work *w, const lane_block *b)
{
  const size_t n = (size_t)w->n, width = n * (size_t)w->arm->columns;
  const size_t written = b->call->keeps_zeros ? n * (n + 1) / 2 * LINK_PARAMETERS : width;
  const lane_stream to = lane_stream_of(b, b->call->out[0], width, written, w->out[0]);
  if (!w->arm->on_axis) lane_revolute_regressor(w, b, false, &to, to.step);
  else if (to.straight) lane_revolute_regressor(w, b, true, &to, ULNA_BATCH_BLOCK);
  else lane_revolute_regressor(w, b, true, &to, REAL_LANES);
  lane_stream_finish(&to, b, b->call->out[0], width, w->out[0]);
}

static void lane_drive_columns(lane_work *w, real Y[])
{
  const batch_arm *arm = w->arm;
  for (int a = 0; a < arm->drive_count; a++)
    regressor_drive_columns(&w->derivatives, w->n, &w->drive_ratio[a * w->n], arm->model->drive_carrier[a],
                            w->drive_axis[a], w->qd, w->qdd, arm->columns, Y + 10 * w->n + 3 * a);
}

static void lane_regressor(lane_work *w, const lane_block *b)
{
  const batch_call *c = b->call;
  if (w->k.revolute && !w->arm->driven) {
    lane_links_regressor(w, b);
    return;
  }
  lane_read(b, c->q, w->n, w->q);
  lane_read(b, c->qd, w->n, w->qd);
  lane_read(b, c->qdd, w->n, w->qdd);
  links_regressor(&w->k, w->n, w->k.revolute, w->frame, w->q, w->qd, w->qdd, w->arm->columns, w->out[0],
                  &w->derivatives);
  if (w->arm->driven) lane_drive_columns(w, w->out[0]);
  lane_write(b, c->out[0], w->n * w->arm->columns, w->out[0]);
}

#endif
