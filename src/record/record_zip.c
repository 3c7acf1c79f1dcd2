/* A zip archive, written front to back. */
#include "record/record_zip.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* Fields are little-endian; signatures and field orders: [APPNOTE, 4.3]. */
typedef struct {
  unsigned char bytes[256];
  size_t length;
} fields;

static void put(fields *f, uint64_t value, int size)
{
  for (int i = 0; i < size; i++) f->bytes[f->length++] = (unsigned char)(value >> 8 * i);
}

static void put_text(fields *f, const char *text, size_t length)
{
  memcpy(f->bytes + f->length, text, length);
  f->length += length;
}

enum { STORED = 0, DATE_1980 = 0x21, VERSION = 20, VERSION_64 = 45, EXTRA_64 = 1, CRC_OFFSET = 14 };

static uint64_t or_elsewhere(const zip_archive *z, uint64_t value)
{
  return value >= z->large ? 0xffffffff : value;
}

/* The fields that the local header and the list at the end share: version needed … length of the name. */
static void put_common(const zip_archive *z, const zip_entry *e, bool is_64, fields *f)
{
  put(f, is_64 ? VERSION_64 : VERSION, 2);
  put(f, 0, 2);  // flags
  put(f, STORED, 2);
  put(f, 0, 2);  // time
  put(f, DATE_1980, 2);
  put(f, e->crc, 4);
  put(f, or_elsewhere(z, e->size), 4);  // compressed
  put(f, or_elsewhere(z, e->size), 4);
  put(f, strlen(e->name), 2);
}

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
  e->offset = (uint64_t)z->file->size + z->file->used;
  e->crc = 0;  // of no bytes; put in place after the last one
  z->left = size;
  fields f = {.length = 0};
  const bool is_64 = size >= z->large;
  put(&f, 0x04034b50, 4);
  put_common(z, e, is_64, &f);
  put(&f, is_64 ? 20 : 0, 2);
  put_text(&f, e->name, strlen(e->name));
  if (is_64) {
    put(&f, EXTRA_64, 2);
    put(&f, 16, 2);
    put(&f, size, 8);
    put(&f, size, 8);
  }
  return ulna_file_write(z->file, f.bytes, f.length);
}

bool ulna_zip_write(zip_archive *z, const void *bytes, size_t length)
{
  zip_entry *e = &z->entries[z->count - 1];
  e->crc = (uint32_t)crc32_z(e->crc, bytes, length);
  z->left -= length;
  if (!ulna_file_write(z->file, bytes, length)) return false;
  if (z->left > 0) return true;
  fields f = {.length = 0};
  put(&f, e->crc, 4);
  return ulna_file_overwrite(z->file, (int64_t)e->offset + CRC_OFFSET, f.bytes, f.length);
}

static bool list_entry(zip_archive *z, const zip_entry *e)
{
  const bool size_64 = e->size >= z->large, offset_64 = e->offset >= z->large;
  const int extra = (size_64 ? 16 : 0) + (offset_64 ? 8 : 0);
  fields f = {.length = 0};
  put(&f, 0x02014b50, 4);
  put(&f, extra ? VERSION_64 : VERSION, 2);  // made by
  put_common(z, e, extra > 0, &f);
  put(&f, extra ? (uint64_t)extra + 4 : 0, 2);
  put(&f, 0, 2);  // comment
  put(&f, 0, 2);  // disk
  put(&f, 0, 2);  // attributes
  put(&f, 0, 4);
  put(&f, or_elsewhere(z, e->offset), 4);
  put_text(&f, e->name, strlen(e->name));
  if (extra) {
    put(&f, EXTRA_64, 2);
    put(&f, (uint64_t)extra, 2);
    if (size_64) put(&f, e->size, 8), put(&f, e->size, 8);
    if (offset_64) put(&f, e->offset, 8);
  }
  return ulna_file_write(z->file, f.bytes, f.length);
}

bool ulna_zip_finish(zip_archive *z)
{
  if (!is_filled(z)) return false;
  const uint64_t start = (uint64_t)z->file->size + z->file->used;
  for (int i = 0; i < z->count; i++)
    if (!list_entry(z, &z->entries[i])) return false;
  const uint64_t end = (uint64_t)z->file->size + z->file->used, count = (uint64_t)z->count;
  fields f = {.length = 0};
  if (start >= z->large || end - start >= z->large) {
    put(&f, 0x06064b50, 4);
    put(&f, 44, 8);
    put(&f, VERSION_64, 2);
    put(&f, VERSION_64, 2);
    put(&f, 0, 4);
    put(&f, 0, 4);
    put(&f, count, 8);
    put(&f, count, 8);
    put(&f, end - start, 8);
    put(&f, start, 8);
    put(&f, 0x07064b50, 4);  // and where that is
    put(&f, 0, 4);
    put(&f, end, 8);
    put(&f, 1, 4);
  }
  put(&f, 0x06054b50, 4);
  put(&f, 0, 2);
  put(&f, 0, 2);
  put(&f, count, 2);
  put(&f, count, 2);
  put(&f, or_elsewhere(z, end - start), 4);
  put(&f, or_elsewhere(z, start), 4);
  put(&f, 0, 2);
  return ulna_file_write(z->file, f.bytes, f.length);
}
