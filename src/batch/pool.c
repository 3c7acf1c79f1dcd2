/* The threads of a batch: they spin for a moment after each loop, since another one often follows, and then sleep.
 *
 * A loop is `round` of the pool. A worker that sees a new round joins it under the lock, so that one which wakes too late
 * finds it closed and nobody waits for it; whoever has joined takes parts off a common counter until none is left. */
#include "batch/pool.h"

#if !defined(ULNA_WITHOUT_THREADS)
#  include <pthread.h>
#  include <sched.h>
#  include <unistd.h>
#endif
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "base/allocator.h"

/* How long a worker looks for the next loop before it sleeps: some tens of microseconds. */
enum { SPINS = 20000 };

#if !defined(ULNA_WITHOUT_THREADS)
typedef struct {
  batch_pool *pool;
  int number;
  pthread_t thread;
} worker;
#endif

struct batch_pool {
  ulna_allocator allocator;
  size_t size;
  int workers;

  // the loop: set before it opens
  batch_task *task;
  void *context;
  size_t parts, grain;
  atomic_size_t next;

#if !defined(ULNA_WITHOUT_THREADS)
  pthread_mutex_t lock;
  pthread_cond_t opened, left;
  atomic_uint round;  // grows with each loop; written under the lock
  atomic_int busy;    // workers within the loop; grows under the lock
  bool open, quit;    // under the lock
  int asleep;         // under the lock
  bool waits;         // the caller sleeps until all have left; under the lock
  worker worker[];
#endif
};

static void take_parts(batch_pool *p, int number)
{
  for (;;) {
    const size_t first = atomic_fetch_add_explicit(&p->next, p->grain, memory_order_relaxed);
    if (first >= p->parts) return;
    p->task(p->context, number, first, p->parts - first < p->grain ? p->parts - first : p->grain);
  }
}

#if defined(ULNA_WITHOUT_THREADS)

batch_pool *ulna_pool_create(int threads, const ulna_allocator *allocator)
{
  (void)threads;
  const ulna_allocator a = allocator_or_standard(allocator);
  batch_pool *p = a.allocate(a.context, sizeof *p, 64);
  if (!p) return NULL;
  memset(p, 0, sizeof *p);
  p->allocator = a, p->size = sizeof *p, p->workers = 1;
  return p;
}

void ulna_pool_destroy(batch_pool *pool)
{
  const ulna_allocator a = pool->allocator;
  a.release(a.context, pool, pool->size);
}

void ulna_pool_run(batch_pool *p, size_t parts, size_t grain, batch_task *task, void *context)
{
  p->task = task, p->context = context, p->parts = parts, p->grain = grain;
  atomic_store(&p->next, 0);
  take_parts(p, 0);
}

int ulna_pool_processors(void) { return 1; }

#else

static void relax(void)
{
#  if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#  elif defined(__aarch64__)
  __asm__ volatile("yield");
#  endif
}

/* Waits for a round after `seen`; false: the pool ends. Joins it if it is still open: *joined. */
static bool next_round(batch_pool *p, unsigned *seen, bool *joined)
{
  for (int i = 0; i < SPINS && atomic_load_explicit(&p->round, memory_order_relaxed) == *seen; i++) relax();
  pthread_mutex_lock(&p->lock);
  p->asleep++;
  while (atomic_load_explicit(&p->round, memory_order_relaxed) == *seen && !p->quit)
    pthread_cond_wait(&p->opened, &p->lock);
  p->asleep--;
  *seen = atomic_load_explicit(&p->round, memory_order_relaxed);
  *joined = p->open && !p->quit;
  if (*joined) atomic_fetch_add(&p->busy, 1);
  const bool goes_on = !p->quit;
  pthread_mutex_unlock(&p->lock);
  return goes_on;
}

static void leave(batch_pool *p)
{
  if (atomic_fetch_sub(&p->busy, 1) != 1) return;
  pthread_mutex_lock(&p->lock);
  if (p->waits) pthread_cond_signal(&p->left);
  pthread_mutex_unlock(&p->lock);
}

static void *work(void *argument)
{
  const worker *self = argument;
  batch_pool *p = self->pool;
  unsigned seen = 0;
  bool joined;
  while (next_round(p, &seen, &joined)) {
    if (!joined) continue;
    take_parts(p, self->number);
    leave(p);
  }
  return NULL;
}

static void start_workers(batch_pool *p, int threads)
{
  for (int number = 1; number < threads; number++) {
    worker *w = &p->worker[number];
    w->pool = p, w->number = number;
    if (pthread_create(&w->thread, NULL, work, w) != 0) return;
    p->workers++;
  }
}

batch_pool *ulna_pool_create(int threads, const ulna_allocator *allocator)
{
  const ulna_allocator a = allocator_or_standard(allocator);
  const size_t size = sizeof(batch_pool) + (size_t)threads * sizeof(worker);
  batch_pool *p = a.allocate(a.context, size, 64);
  if (!p) return NULL;
  memset(p, 0, size);
  p->allocator = a, p->size = size, p->workers = 1;
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->opened, NULL);
  pthread_cond_init(&p->left, NULL);
  start_workers(p, threads);
  return p;
}

void ulna_pool_destroy(batch_pool *pool)
{
  const ulna_allocator a = pool->allocator;
  pthread_mutex_lock(&pool->lock);
  pool->quit = true;
  pthread_cond_broadcast(&pool->opened);
  pthread_mutex_unlock(&pool->lock);
  for (int k = 1; k < pool->workers; k++) pthread_join(pool->worker[k].thread, NULL);
  pthread_cond_destroy(&pool->left);
  pthread_cond_destroy(&pool->opened);
  pthread_mutex_destroy(&pool->lock);
  a.release(a.context, pool, pool->size);
}

/* Nobody joins any more; those within finish what they have taken. */
static void close_round(batch_pool *p)
{
  pthread_mutex_lock(&p->lock);
  p->open = false;
  pthread_mutex_unlock(&p->lock);
  for (int i = 0; i < SPINS && atomic_load(&p->busy) > 0; i++) relax();
  pthread_mutex_lock(&p->lock);
  p->waits = true;
  while (atomic_load(&p->busy) > 0) pthread_cond_wait(&p->left, &p->lock);
  p->waits = false;
  pthread_mutex_unlock(&p->lock);
}

void ulna_pool_run(batch_pool *p, size_t parts, size_t grain, batch_task *task, void *context)
{
  const bool shared = p->workers > 1 && parts > grain;
  if (!shared) {
    if (parts > 0) task(context, 0, 0, parts);
    return;
  }
  pthread_mutex_lock(&p->lock);
  p->task = task, p->context = context, p->parts = parts, p->grain = grain;
  atomic_store(&p->next, 0);
  p->open = true;
  atomic_fetch_add(&p->round, 1);
  if (p->asleep > 0) pthread_cond_broadcast(&p->opened);
  pthread_mutex_unlock(&p->lock);
  take_parts(p, 0);
  close_round(p);
}

int ulna_pool_processors(void)
{
#  if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#  endif
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}

#endif

int ulna_pool_workers(const batch_pool *pool) { return pool->workers; }
