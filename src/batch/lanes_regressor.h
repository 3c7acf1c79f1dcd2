/* The regressor of a block of states: part of batch/lanes_text.h. */
#ifndef ULNA_BATCH_LANES_REGRESSOR_H
#define ULNA_BATCH_LANES_REGRESSOR_H

/* Ten numbers of a row (regressor_numbers of kernel/fast_regressor.h) with products rounded on their own: on machines whose
 * stores and fused operations wait for each other that is faster, and a third of the instructions here are stores. */
static inline __attribute__((always_inline)) void lane_regressor_numbers(const regressor_meets *l, vec3 s,
                                                                         vec3 v, real y[LINK_PARAMETERS])
{
#define BY(a, b) lane_product(a, b)
  const mat3 *A = &l->A;
  const vec3 a = l->a;
  const real x = BY(s.x, l->yz), across = BY(s.y, l->xz), z = BY(s.z, l->xy);
  y[0] = add(add(BY(v.x, a.x), BY(v.y, a.y)), BY(v.z, a.z));
  y[1] = add(add(add(BY(v.x, A->e[0][0]), BY(v.y, A->e[1][0])), BY(v.z, A->e[2][0])),
             sub(BY(s.z, a.y), BY(s.y, a.z)));
  y[2] = add(add(add(BY(v.x, A->e[0][1]), BY(v.y, A->e[1][1])), BY(v.z, A->e[2][1])),
             sub(BY(s.x, a.z), BY(s.z, a.x)));
  y[3] = add(add(add(BY(v.x, A->e[0][2]), BY(v.y, A->e[1][2])), BY(v.z, A->e[2][2])),
             sub(BY(s.y, a.x), BY(s.x, a.y)));
  y[4] = add(BY(s.x, l->wd.x), sub(across, z));
  y[5] = add(sub(BY(s.y, A->e[2][1]), BY(s.x, A->e[2][0])), BY(s.z, l->x_y));
  y[6] = add(sub(BY(s.x, A->e[1][0]), BY(s.z, A->e[1][2])), BY(s.y, l->z_x));
  y[7] = add(BY(s.y, l->wd.y), sub(z, x));
  y[8] = add(sub(BY(s.z, A->e[0][2]), BY(s.y, A->e[0][1])), BY(s.x, l->y_z));
  y[9] = add(BY(s.z, l->wd.z), sub(x, across));
#undef BY
}

/* Row i: what joint i has of the links' columns, itself first. Its field stays in registers from link to link. Where link l meets
 * joint i, joint l does not meet link i: the zeros of that place are written between, so that stores come evenly. */
static inline void lane_regressor_row(const lane_work *w, int i, bool zeros, const lane_stream *to)
{
  const fast_turns *t = &w->k.scratch.turns;
  const int n = w->n;
  const real zero = constant(0), one = constant(1);
  vec3 s = vec3_make(zero, zero, one), v = vec3_zero();
  const real none[LINK_PARAMETERS] = {zero, zero, zero, zero, zero, zero, zero, zero, zero, zero};
  const size_t columns = (size_t)w->arm->columns;
  size_t first = (size_t)i * columns + LINK_PARAMETERS * (size_t)i, opposite = first;
  for (int l = i; l < n; l++, first += LINK_PARAMETERS, opposite += columns) {
    real y[LINK_PARAMETERS];
    if (l > i) {
      const fast_shape *shape = &w->k.shape[l - 1];
      const vec3 *r = &w->k.link[l - 1].r;
      if (shape->x) v.y = add(v.y, mul(r->x, s.z)), v.z = sub(v.z, mul(r->x, s.y));
      if (shape->y) v.z = add(v.z, mul(r->y, s.x)), v.x = sub(v.x, mul(r->y, s.z));
      if (shape->z) v.x = add(v.x, mul(r->z, s.y)), v.y = sub(v.y, mul(r->z, s.x));
      lane_down_both(w, l, t->c[l], t->s[l], &s, &v);
    }
    if (!w->on_axis[l]) {
      const joint_field in_axis = {s, v}, f = joint_field_in(&w->frame[l], &in_axis);
      lane_regressor_numbers(&w->meets[l], f.s, f.v, y);
    } else if (l == i) {
      regressor_own_numbers(&w->meets[l], y);
    } else {
      lane_regressor_numbers(&w->meets[l], s, v, y);
    }
    lane_stream_put(to, first, LINK_PARAMETERS, y);
    if (zeros && l > i) lane_stream_put(to, opposite, LINK_PARAMETERS, none);
  }
}

/* Links alone, every joint revolute: what the links' parameters meet, then row after row straight to where it belongs. */
static void lane_revolute_regressor(lane_work *w, const lane_block *b)
{
  fast_chain *k = &w->k;
  const fast_turns *t = &k->scratch.turns;
  const int n = w->n;
  const size_t width = (size_t)n * (size_t)w->arm->columns;
  const lane_stream to = lane_stream_of(b, b->call->out[0], width, w->out[0]);
  const bool zeros = !to.straight || !b->call->keeps_zeros;
  fast_spot at = {vec3_zero(), vec3_zero(), vec3_zero()};
  fast_chain_turn(k, n, true, w->q, t);
  for (int l = 0; l < n; l++) {
    const vec3 a = regressor_motion(k, t, l, n, w->qd, w->qdd, &at);
    w->meets[l] = regressor_meets_in(w->on_axis[l] ? NULL : &w->frame[l], &at, a);
  }
  for (int i = 0; i < n; i++) lane_regressor_row(w, i, zeros, &to);
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
  lane_read(b, c->q, w->n, w->q);
  lane_read(b, c->qd, w->n, w->qd);
  lane_read(b, c->qdd, w->n, w->qdd);
  if (w->k.revolute && !w->arm->driven) {
    lane_revolute_regressor(w, b);
    return;
  }
  links_regressor(&w->k, w->n, w->k.revolute, w->frame, w->q, w->qd, w->qdd, w->arm->columns, w->out[0],
                  &w->derivatives);
  if (w->arm->driven) lane_drive_columns(w, w->out[0]);
  lane_write(b, c->out[0], w->n * w->arm->columns, w->out[0]);
}

#endif
