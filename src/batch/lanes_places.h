/* Poses and Jacobians of a block of states: part of batch/lanes_text.h. */
#ifndef ULNA_BATCH_LANES_PLACES_H
#define ULNA_BATCH_LANES_PLACES_H

static const fast_turns *lane_turns(lane_work *w, const lane_block *b)
{
  lane_read(b, b->call->q, w->n, w->q);
  fast_chain_turn(&w->k, w->n, w->k.revolute, w->q, &w->k.scratch.turns);
  return &w->k.scratch.turns;
}

static void lane_poses(lane_work *w, const lane_block *b)
{
  const fast_turns *t = lane_turns(w, b);
  const fast_chain *k = &w->k;
  real *out = w->out[0];
  if (!k->revolute) fast_poses(k, w->n, false, w->frames, w->given, &w->frame0, t, out);
  else if (w->frames == FRAMES_KERNEL) fast_poses(k, w->n, true, FRAMES_KERNEL, w->given, &w->frame0, t, out);
  else if (w->frames == FRAMES_ON_AXIS)
    fast_poses(k, w->n, true, FRAMES_ON_AXIS, w->given, &w->frame0, t, out);
  else fast_poses(k, w->n, true, FRAMES_GIVEN, w->given, &w->frame0, t, out);
  lane_write(b, b->call->out[0], 12 * w->n, out);
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
