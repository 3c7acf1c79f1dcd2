/* The records of a zip archive whose members are stored, not packed, and dated 1980-01-01, so that the same contents are the
 * same bytes (docs/decisions/0008). Fields are little-endian; signatures and orders: [APPNOTE, 4.3], fields of 64 bits: 4.5.3;
 * [APPNOTE] is PKWARE's .ZIP File Format Specification, 6.3. Header only. */
#ifndef ULNA_BASE_ZIP_H
#define ULNA_BASE_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* From this size or offset on the fields of 64 bits are used, and those of 32 bits hold it; tests take a smaller one (`large`). */
#define ZIP_64_FROM UINT64_C(0xffffffff)

enum {
  ZIP_NAME_MOST = 200,
  ZIP_LOCAL = 30,     // bytes of a local header, beside the name
  ZIP_LOCAL_64 = 20,  // and of its fields of 64 bits
  ZIP_SUM_AT = 14     // where its checksum stands
};

typedef struct {
  unsigned char bytes[ZIP_NAME_MOST + 128];
  size_t length;
} zip_record;

typedef struct {
  const char *name;       // at most ZIP_NAME_MOST bytes
  uint64_t size, offset;  // bytes; where its local header begins
  uint32_t sum;           // CRC-32
} zip_member;

static inline void zip_put(zip_record *r, uint64_t value, int size)
{
  for (int i = 0; i < size; i++) r->bytes[r->length++] = (unsigned char)(value >> 8 * i);
}

// A field of 32 bits, of a number that may stand elsewhere in 64.
static inline void zip_put_32(zip_record *r, uint64_t value, uint64_t large)
{
  zip_put(r, value >= large ? ZIP_64_FROM : value, 4);
}

// What the local header and the list share: version needed … length of the name.
static inline void zip_put_common(zip_record *r, const zip_member *m, bool is_64, uint64_t large)
{
  zip_put(r, is_64 ? 45 : 20, 2);
  zip_put(r, 0, 2);                       // flags
  zip_put(r, 0, 2);                       // stored
  zip_put(r, 0, 2), zip_put(r, 0x21, 2);  // midnight, 1980-01-01
  zip_put(r, m->sum, 4);
  zip_put_32(r, m->size, large), zip_put_32(r, m->size, large);
  zip_put(r, strlen(m->name), 2);
}

static inline void zip_put_name(zip_record *r, const zip_member *m)
{
  const size_t length = strlen(m->name);
  memcpy(r->bytes + r->length, m->name, length);
  r->length += length;
}

// What stands before a member's bytes.
static inline zip_record zip_local(const zip_member *m, uint64_t large)
{
  zip_record r = {.length = 0};
  const bool is_64 = m->size >= large;
  zip_put(&r, 0x04034b50, 4);
  zip_put_common(&r, m, is_64, large);
  zip_put(&r, is_64 ? ZIP_LOCAL_64 : 0, 2);
  zip_put_name(&r, m);
  if (is_64) zip_put(&r, 1, 2), zip_put(&r, 16, 2), zip_put(&r, m->size, 8), zip_put(&r, m->size, 8);
  return r;
}

// A member in the list at the end.
static inline zip_record zip_listed(const zip_member *m, uint64_t large)
{
  zip_record r = {.length = 0};
  const bool size_64 = m->size >= large, offset_64 = m->offset >= large;
  const int extra = (size_64 ? 16 : 0) + (offset_64 ? 8 : 0);
  zip_put(&r, 0x02014b50, 4);
  zip_put(&r, extra ? 45 : 20, 2);  // made by
  zip_put_common(&r, m, extra > 0, large);
  zip_put(&r, extra ? (uint64_t)extra + 4 : 0, 2);
  zip_put(&r, 0, 2), zip_put(&r, 0, 2), zip_put(&r, 0, 2), zip_put(&r, 0, 4);  // comment, disk, attributes
  zip_put_32(&r, m->offset, large);
  zip_put_name(&r, m);
  if (extra) zip_put(&r, 1, 2), zip_put(&r, (uint64_t)extra, 2);
  if (size_64) zip_put(&r, m->size, 8), zip_put(&r, m->size, 8);
  if (offset_64) zip_put(&r, m->offset, 8);
  return r;
}

// What follows the list, which has `count` members and lies from `start` to `end`.
static inline zip_record zip_end(uint64_t count, uint64_t start, uint64_t end, uint64_t large)
{
  zip_record r = {.length = 0};
  const uint64_t length = end - start;
  if (start >= large || length >= large) {
    zip_put(&r, 0x06064b50, 4), zip_put(&r, 44, 8), zip_put(&r, 45, 2), zip_put(&r, 45, 2);
    zip_put(&r, 0, 4), zip_put(&r, 0, 4), zip_put(&r, count, 8), zip_put(&r, count, 8);
    zip_put(&r, length, 8), zip_put(&r, start, 8);
    zip_put(&r, 0x07064b50, 4), zip_put(&r, 0, 4), zip_put(&r, end, 8),
        zip_put(&r, 1, 4);  // and where that is
  }
  zip_put(&r, 0x06054b50, 4), zip_put(&r, 0, 2), zip_put(&r, 0, 2);
  zip_put(&r, count, 2), zip_put(&r, count, 2);
  zip_put_32(&r, length, large), zip_put_32(&r, start, large), zip_put(&r, 0, 2);
  return r;
}

#endif
