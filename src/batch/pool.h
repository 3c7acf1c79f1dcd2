/* A few threads that stand ready to share one loop. */
#ifndef ULNA_BATCH_POOL_H
#define ULNA_BATCH_POOL_H

#include <stddef.h>

#include "ulna/memory.h"

typedef struct batch_pool batch_pool;

/* Work on parts first … first + count − 1; worker 0 is the caller. */
typedef void batch_task(void *context, int worker, size_t first, size_t count);

/* Up to `threads` workers, the caller counted; fewer where threads cannot be started. NULL: no memory. */
batch_pool *ulna_pool_create(int threads, const ulna_allocator *allocator);
void ulna_pool_destroy(batch_pool *pool);
int ulna_pool_workers(const batch_pool *pool);

/* All of 0 … parts − 1, each once, `grain` at a time; returns when all are done. */
void ulna_pool_run(batch_pool *pool, size_t parts, size_t grain, batch_task *task, void *context);

/* Processors this process may use. */
int ulna_pool_processors(void);

#endif
