/* States from memory to lanes and results back, whatever the layout: part of batch/lanes_text.h. */
#ifndef ULNA_BATCH_LANES_MEMORY_H
#define ULNA_BATCH_LANES_MEMORY_H

/* A block of states of a call: REAL_LANES of them, or the last ones, `valid` in number. */
typedef struct {
  const batch_call *call;
  size_t state, left;  // its first state; from there on, states that this thread has to do
  int valid;
} lane_block;

/* In blocks of states, from a number of these lanes to the same of the lanes that come next: further on in the block, or first in the
 * next one. 0: this thread has none. */
static inline size_t lane_ahead(const lane_block *b, size_t width)
{
  if (b->call->layout != ULNA_BATCH_BLOCKS || b->left <= REAL_LANES) return 0;
  const bool last_of_block = (b->state + REAL_LANES) % ULNA_BATCH_BLOCK == 0;
  return last_of_block ? ULNA_BATCH_BLOCK * width + REAL_LANES - ULNA_BATCH_BLOCK : REAL_LANES;
}

// A place that will be written soon is brought to the second cache: the first is full of what is computed with.
static inline __attribute__((always_inline)) void lane_prefetch(const element *place)
{
  __builtin_prefetch(place, 0, 1);
}

// one number of each of the block's states; lanes without a state get the last one's
static inline __attribute__((always_inline)) real lane_take(const lane_block *b, const batch_place *p,
                                                            const element *from, size_t j)
{
  const element *x = from + p->at + j * p->joint;
  if (b->valid == REAL_LANES && p->state == 1) return load_elements(x);
  element row[REAL_LANES];
  if (b->valid == REAL_LANES)
    for (size_t i = 0; i < REAL_LANES; i++) row[i] = x[i * p->state];
  else
    for (int i = 0; i < REAL_LANES; i++) row[i] = x[(size_t)(i < b->valid ? i : b->valid - 1) * p->state];
  return load_elements(row);
}

static inline __attribute__((always_inline)) void lane_put(const lane_block *b, const batch_place *p,
                                                           element *to, size_t j, real a)
{
  element *x = to + p->at + j * p->joint;
  if (b->valid == REAL_LANES && p->state == 1) {
    store_elements(x, a);
    return;
  }
  element row[REAL_LANES];
  store_elements(row, a);
  if (b->valid == REAL_LANES)
    for (size_t i = 0; i < REAL_LANES; i++) x[i * p->state] = row[i];
  else
    for (int i = 0; i < b->valid; i++) x[(size_t)i * p->state] = row[i];
}

/* Rows of `width` numbers, as many as there are lanes. Where less than REAL_LANES numbers are left of a row, from `width −
 * REAL_LANES` on: some come twice, nothing beyond a row is touched. Rows shorter than that are read a little into the next one,
 * the last row too. */
static void lane_read_rows(const element *from, size_t width, real to[])
{
  for (size_t j = 0; j < width; j += REAL_LANES) {
    const size_t first = width < REAL_LANES || j + REAL_LANES <= width ? j : width - REAL_LANES;
    real x[REAL_LANES];
#pragma GCC unroll 16
    for (size_t i = 0; i < REAL_LANES; i++) x[i] = load_elements(from + i * width + first);
    transpose_lanes(x);
#pragma GCC unroll 16
    for (size_t k = 0; k < REAL_LANES; k++)
      if (first + k < width) to[first + k] = x[k];
  }
}
// Short rows are written a little into the next ones, which are written afterwards; the last ones are not.
static void lane_write_rows(element *to, size_t width, const real from[])
{
  for (size_t j = 0; j < width; j += REAL_LANES) {
    const size_t first = width < REAL_LANES || j + REAL_LANES <= width ? j : width - REAL_LANES;
    real x[REAL_LANES];
#pragma GCC unroll 16
    for (size_t k = 0; k < REAL_LANES; k++) x[k] = first + k < width ? from[first + k] : constant(0);
    transpose_lanes(x);
    if (width >= REAL_LANES) {
#pragma GCC unroll 16
      for (size_t i = 0; i < REAL_LANES; i++) store_elements(to + i * width + first, x[i]);
      continue;
    }
    for (size_t i = 0; i < REAL_LANES; i++) {
      if (i * width + REAL_LANES <= REAL_LANES * width) {
        store_elements(to + i * width, x[i]);
        continue;
      }
      element row[REAL_LANES];
      store_elements(row, x[i]);
      for (size_t k = 0; k < width; k++) to[i * width + k] = row[k];
    }
  }
}

static inline void lane_read(const lane_block *b, const void *from, int width, real to[])
{
  const batch_place p = batch_place_of(b->call->layout, b->call->count, (size_t)width, b->state);
  const size_t w = (size_t)width, beyond = w < REAL_LANES ? REAL_LANES - w : 0;  // of the last row
  if (b->valid == REAL_LANES && p.state == 1) {
    const element *x = (const element *)from + p.at;
    for (int j = 0; j < width; j++, x += p.joint) to[j] = load_elements(x);
    return;
  }
  if (b->call->layout == ULNA_BATCH_ROWS && b->left >= REAL_LANES && (b->left - REAL_LANES) * w >= beyond) {
    lane_read_rows((const element *)from + p.at, w, to);
    return;
  }
  for (int j = 0; j < width; j++) to[j] = lane_take(b, &p, (const element *)from, (size_t)j);
}
// prefetches: also brings the same places of the next lanes
static inline __attribute__((always_inline)) void lane_write_and(bool prefetches, const lane_block *b,
                                                                 void *to, int width, const real from[])
{
  const batch_place p = batch_place_of(b->call->layout, b->call->count, (size_t)width, b->state);
  if (b->valid == REAL_LANES && p.state == 1) {
    element *x = (element *)to + p.at;
    const size_t ahead = lane_ahead(b, (size_t)width);
    for (int j = 0; j < width; j++, x += p.joint) {
      if (prefetches) lane_prefetch(x + ahead);
      store_elements(x, from[j]);
    }
    return;
  }
  if (b->call->layout == ULNA_BATCH_ROWS && b->valid == REAL_LANES) {
    lane_write_rows((element *)to + p.at, (size_t)width, from);
    return;
  }
  for (int j = 0; j < width; j++) lane_put(b, &p, (element *)to, (size_t)j, from[j]);
}
static inline void lane_write(const lane_block *b, void *to, int width, const real from[])
{
  lane_write_and(true, b, to, width, from);
}

/* A block's numbers where they lie: number j of its states side by side at `at + j step`. */
typedef struct {
  element *at;
  size_t step;
} lane_numbers;

static inline __attribute__((always_inline)) real lane_number(const lane_numbers *x, int j)
{
  return load_elements(x->at + (size_t)j * x->step);
}
static inline __attribute__((always_inline)) void lane_number_put(const lane_numbers *x, int j, real a)
{
  store_elements(x->at + (size_t)j * x->step, a);
}
static inline lane_numbers lane_numbers_in(real scratch[])
{
  const lane_numbers x = {(element *)scratch, REAL_LANES};
  return x;
}
// Whether lanes lie side by side in the caller's memory: there nothing need be brought to scratch memory.
static inline bool lane_straight(const lane_block *b)
{
  return b->valid == REAL_LANES && b->call->layout != ULNA_BATCH_ROWS;
}
static inline lane_numbers lane_numbers_at(const lane_block *b, const void *x, int width)
{
  const batch_place p = batch_place_of(b->call->layout, b->call->count, (size_t)width, b->state);
  // sheds const: what is given is not written to. NOLINTNEXTLINE(performance-no-int-to-ptr)
  element *to = (element *)(uintptr_t)x;
  const lane_numbers at = {to + p.at, p.joint};
  return at;
}
// given numbers: the caller's where they can be read there, else brought to scratch memory
static inline lane_numbers lane_given(const lane_block *b, const void *from, int width, real scratch[])
{
  if (lane_straight(b)) return lane_numbers_at(b, from, width);
  lane_read(b, from, width, scratch);
  return lane_numbers_in(scratch);
}

/* Wide results are stored number after number as they come: straight to their block if lanes lie side by side, else to scratch
 * memory of `width` reals, from where lane_stream_finish takes them. Straight stores also prefetch the places of the lanes that
 * come next, if that helps (prefetches); results larger than the caches (far) are stored past them, without prefetching. */
typedef struct {
  bool straight, far, prefetches;
  element *at;
  const element *soon;  // number 0 of the next lanes, as far apart as these
  size_t step;
} lane_stream;

static inline lane_stream lane_scratch_stream(real scratch[])
{
  element *at = (element *)scratch;
  const lane_stream s = {false, false, false, at, at, REAL_LANES};
  return s;
}

// width: numbers of a state; written: those that will be
static inline lane_stream lane_stream_of(const lane_block *b, void *to, size_t width, size_t written,
                                         real scratch[])
{
  const batch_place p = batch_place_of(b->call->layout, b->call->count, width, b->state);
  if (b->valid < REAL_LANES || b->call->layout != ULNA_BATCH_BLOCKS) return lane_scratch_stream(scratch);
  element *at = (element *)to + p.at;
  const size_t count = b->call->count, bytes = written * sizeof(element);
  const bool far = (uintptr_t)at % sizeof(real) == 0 && count > b->call->far / bytes;
  const bool prefetches = count > b->call->prefetched / bytes;
  const lane_stream s = {true, far, prefetches, at, at + lane_ahead(b, width), p.joint};
  return s;
}

/* The same with a step known when compiling, so that places need no arithmetic: ULNA_BATCH_BLOCK straight, else REAL_LANES. */
static inline __attribute__((always_inline)) lane_stream lane_stream_by(const lane_stream *s, size_t apart)
{
  const lane_stream same = {s->straight, s->far, s->prefetches, s->at, s->soon, apart};
  return same;
}

// at most twelve numbers from number `first` on
static inline __attribute__((always_inline)) void lane_stream_put(const lane_stream *s, size_t first,
                                                                  int count, const real x[])
{
  element *at = s->at + first * s->step;
  if (s->far) {
#pragma GCC unroll 12
    for (int k = 0; k < count; k++) store_elements_far(at + (size_t)k * s->step, x[k]);
    return;
  }
  if (s->prefetches) {
    const element *soon = s->soon + first * s->step;
#pragma GCC unroll 12
    for (int k = 0; k < count; k++) {
      lane_prefetch(soon + (size_t)k * s->step);
      store_elements(at + (size_t)k * s->step, x[k]);
    }
    return;
  }
#pragma GCC unroll 12
  for (int k = 0; k < count; k++) store_elements(at + (size_t)k * s->step, x[k]);
}
static inline void lane_stream_finish(const lane_stream *s, const lane_block *b, void *to, size_t width,
                                      const real scratch[])
{
  if (!s->straight) lane_write(b, to, (int)width, scratch);
}

#endif
