/* A zip archive, written front to back, of records as base/zip.h has them. */
#ifndef ULNA_RECORD_RECORD_ZIP_H
#define ULNA_RECORD_RECORD_ZIP_H

#include "base/zip.h"
#include "record/record_file.h"

enum { ZIP_NAME = 96 };

typedef struct {
  char name[ZIP_NAME];
  uint64_t size, offset;
  uint32_t crc;
} zip_entry;

typedef struct {
  record_file *file;  /* empty at the start */
  uint64_t large;     /* ZIP_64_FROM */
  zip_entry *entries; /* the owner's; room for as many as there will be */
  int count;
  uint64_t left; /* of the entry that is open */
} zip_archive;

/* An entry of `size` > 0 bytes, which must be written before the next, in any number of pieces. False: the file's error
 * says why. */
bool ulna_zip_entry(zip_archive *z, const char *name, uint64_t size);
bool ulna_zip_write(zip_archive *z, const void *bytes, size_t length);

/* The list of contents at the end. */
bool ulna_zip_finish(zip_archive *z);

#endif
