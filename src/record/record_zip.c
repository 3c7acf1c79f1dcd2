/* A zip archive, written front to back. */
#include "record/record_zip.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static zip_member member_of(const zip_entry *e)
{
  return (zip_member){.name = e->name, .size = e->size, .offset = e->offset, .sum = e->crc};
}

static uint64_t written(const zip_archive *z) { return (uint64_t)z->file->size + z->file->used; }

/* An entry that got fewer bytes than it was said to have would make an archive that cannot be read. */
static bool is_filled(zip_archive *z)
{
  if (z->left == 0) return true;
  if (!z->file->error) z->file->error = EIO;
  return false;
}

bool ulna_zip_entry(zip_archive *z, const char *name, uint64_t size)
{
  if (!is_filled(z)) return false;
  zip_entry *e = &z->entries[z->count++];
  snprintf(e->name, sizeof e->name, "%s", name);
  e->size = size;
  e->offset = written(z);
  e->crc = 0;  // of no bytes; put in place after the last one
  z->left = size;
  const zip_member m = member_of(e);
  const zip_record r = zip_local(&m, z->large);
  return ulna_file_write(z->file, r.bytes, r.length);
}

bool ulna_zip_write(zip_archive *z, const void *bytes, size_t length)
{
  zip_entry *e = &z->entries[z->count - 1];
  e->crc = (uint32_t)crc32_z(e->crc, bytes, length);
  z->left -= length;
  if (!ulna_file_write(z->file, bytes, length)) return false;
  if (z->left > 0) return true;
  zip_record sum = {.length = 0};
  zip_put(&sum, e->crc, 4);
  return ulna_file_overwrite(z->file, (int64_t)e->offset + ZIP_SUM_AT, sum.bytes, sum.length);
}

bool ulna_zip_finish(zip_archive *z)
{
  if (!is_filled(z)) return false;
  const uint64_t start = written(z);
  for (int i = 0; i < z->count; i++) {
    const zip_member m = member_of(&z->entries[i]);
    const zip_record r = zip_listed(&m, z->large);
    if (!ulna_file_write(z->file, r.bytes, r.length)) return false;
  }
  const zip_record end = zip_end((uint64_t)z->count, start, written(z), z->large);
  return ulna_file_write(z->file, end.bytes, end.length);
}
