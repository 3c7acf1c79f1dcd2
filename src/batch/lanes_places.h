/* Poses and Jacobians of a block of states: part of batch/lanes_text.h. */
#ifndef ULNA_BATCH_LANES_PLACES_H
#define ULNA_BATCH_LANES_PLACES_H

static const fast_turns *lane_turns(lane_work *w, const lane_block *b)
{
  lane_read(b, b->call->q, w->n, w->q);
  fast_chain_turn(&w->k, w->n, w->k.revolute, w->q, &w->k.scratch.turns);
  return &w->k.scratch.turns;
}

// a + r x
static inline vec3 lane_along(vec3 a, real r, vec3 x)
{
  return vec3_make(add(a.x, mul(r, x.x)), add(a.y, mul(r, x.y)), add(a.z, mul(r, x.z)));
}

/* Poses of an arm of revolute joints, link after link straight to where they belong; text and names of kernel/fast_places.h,
 * without what is multiplied by zero. A joint's sine is found while the link before it is stored: one needs multipliers, the
 * other does not. False: an angle was beyond the quick sines; then turns must be given. apart: into's step. */
static inline __attribute__((always_inline)) bool lane_revolute_poses(const lane_work *w,
                                                                      const lane_numbers *q,
                                                                      const fast_turns *turns, bool on_axis,
                                                                      const lane_stream *into, size_t apart)
{
#define PUT_POSE()                                                                                           \
  do {                                                                                                       \
    const real numbers[12] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z, p.x, p.y, p.z};                   \
    lane_stream_put(&to, 12 * (size_t)i, 12, numbers);                                                       \
  } while (0)
  const lane_stream to = lane_stream_by(into, apart);
  const mat3 *R = &w->frame0.R;
  vec3 x = mat3_column(R, 0), y = mat3_column(R, 1), z = mat3_column(R, 2), p = w->frame0.p;
  far_lanes far = {0};
  real next_c = constant(0), next_s = constant(0);
  if (!turns) sine_cosine_quick(add(w->theta0[0], lane_number(q, 0)), &next_s, &next_c, &far);
  ROLLED for (int i = 0; i < w->n; i++)
  {
    const lane_reach *reach = &w->reach[i];
    const real c = turns ? turns->c[i] : next_c, s = turns ? turns->s[i] : next_s;
    if (!turns && i + 1 < w->n)
      sine_cosine_quick(add(w->theta0[i + 1], lane_number(q, i + 1)), &next_s, &next_c, &far);
    const vec3 before = x;
    x = lane_along(vec3_scale(c, x), s, y);
    y = lane_along(vec3_scale(c, y), neg(s), before);
    if (reach->y) p = lane_along(p, reach->r.y, y);
    if (reach->z) p = lane_along(p, reach->r.z, z);
    if (on_axis) PUT_POSE();
    if (reach->x) p = lane_along(p, reach->r.x, x);
    const vec3 across = y;
    if (reach->twist == TWIST_SQUARE) y = z, z = vec3_neg(across);
    else if (reach->twist == TWIST_BACK) y = vec3_neg(z), z = across;
    else if (reach->twist == TWIST_ANY) {
      const real ca = w->link[i].ca, sa = w->link[i].sa;
      y = lane_along(vec3_scale(ca, across), sa, z);
      z = lane_along(vec3_scale(ca, z), neg(sa), across);
    }
    if (!on_axis) PUT_POSE();
  }
#undef PUT_POSE
  return !any_far(far);
}

static inline __attribute__((always_inline)) void lane_poses_of_turns(lane_work *w, const lane_block *b,
                                                                      bool on_axis)
{
  const size_t width = 12 * (size_t)w->n;
  const lane_stream to = lane_stream_of(b, b->call->out[0], width, width, w->out[0]);
  const lane_numbers q = lane_given(b, b->call->q, w->n, w->q);
  const bool near = to.straight ? lane_revolute_poses(w, &q, NULL, on_axis, &to, ULNA_BATCH_BLOCK)
                                : lane_revolute_poses(w, &q, NULL, on_axis, &to, REAL_LANES);
  if (RARELY(!near)) lane_revolute_poses(w, &q, lane_plain_turns(w, &q), on_axis, &to, to.step);
  lane_stream_finish(&to, b, b->call->out[0], width, w->out[0]);
}

static void lane_poses(lane_work *w, const lane_block *b)
{
  const fast_chain *k = &w->k;
  if (k->revolute && w->frames == FRAMES_ON_AXIS) {
    lane_poses_of_turns(w, b, true);
  } else if (k->revolute && w->frames == FRAMES_KERNEL) {
    lane_poses_of_turns(w, b, false);
  } else {
    const fast_turns *t = lane_turns(w, b);
    fast_poses(k, w->n, k->revolute, w->frames, w->given, &w->frame0, t, w->out[0]);
    lane_write(b, b->call->out[0], 12 * w->n, w->out[0]);
  }
}

static void lane_hand_pose(lane_work *w, const lane_block *b)
{
  const fast_turns *t = lane_turns(w, b);
  fast_place at = fast_place_of(&w->frame0), before;
  for (int i = 0; i < w->n; i++) fast_place_step(&w->k, t, i, w->k.revolute, &at, &before);
  real tool[12], *out = w->out[0];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) tool[3 * i + j] = w->tool_R.e[i][j];
  tool[9] = w->tool_p.x, tool[10] = w->tool_p.y, tool[11] = w->tool_p.z;
  const fast_place hand = fast_place_inner(&at, tool);
  triple_store_place(hand.x, hand.y, hand.z, hand.p, out);
  lane_write(b, b->call->out[0], 12, out);
}

static void lane_jacobian(lane_work *w, const lane_block *b)
{
  const fast_turns *t = lane_turns(w, b);
  placement end;
  if (w->k.revolute) fast_jacobian(&w->k, w->n, true, w->n, w->tool_p, &w->frame0, t, w->out[0], &end);
  else fast_jacobian(&w->k, w->n, false, w->n, w->tool_p, &w->frame0, t, w->out[0], &end);
  lane_write(b, b->call->out[0], 6 * w->n, w->out[0]);
}

#endif
