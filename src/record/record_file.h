/* A file that is written through a buffer, with every error noticed and none lost. */
#ifndef ULNA_RECORD_RECORD_FILE_H
#define ULNA_RECORD_RECORD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int descriptor;    /* -1: none is open */
  int error;         /* errno of the first failure; 0: none. Nothing is written after it */
  int64_t size;      /* bytes in the file, those in the buffer not counted */
  size_t used, room; /* of the buffer */
  char *buffer;      /* the owner's */
} record_file;

/* A new file beside `path`, of a name that nobody has: PATH.partial, PATH.partial-2, … (into `name`, of `room` bytes), to be given its
 * own when it is whole. Its descriptor; -1: errno says why there is none. */
int ulna_file_open_partial(const char *path, char name[], size_t room);

/* False where something failed, now or before. */
bool ulna_file_write(record_file *f, const void *bytes, size_t length); /* at the end */
bool ulna_file_flush(record_file *f);
bool ulna_file_overwrite(record_file *f, int64_t at, const void *bytes, size_t length);
bool ulna_file_read(record_file *f, int64_t at, void *bytes, size_t length); /* what has been flushed */

/* After a failure: cuts the file off at `size`, empties the buffer and forgets the error. */
bool ulna_file_cut(record_file *f, int64_t size);

/* All that was written is on the disk, not only on its way there. */
bool ulna_file_settle(record_file *f);

/* The same for the names in the folder that `path` lies in. 0, or errno. */
int ulna_file_settle_folder(const char *path);

void ulna_file_close(record_file *f);

#endif
