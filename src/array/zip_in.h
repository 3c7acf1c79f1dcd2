/* A zip archive read from a file: its list of members, and their bytes as a stream, stored or deflated.
 * [APPNOTE] is PKWARE's .ZIP File Format Specification, 6.3. */
#ifndef ULNA_ARRAY_ZIP_IN_H
#define ULNA_ARRAY_ZIP_IN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZIP_IN_NAME = 128, ZIP_WHY = 200 };

typedef struct {
  char name[ZIP_IN_NAME]; /* cut if longer */
  uint64_t start, packed; /* where its bytes are, and how many */
  uint64_t size;          /* unpacked */
  uint32_t crc;
  bool deflated;
} zip_member;

typedef struct {
  int count;
  zip_member *members;
} zip_list;

/* Reads the list of an archive of `length` bytes. False with a reason; the list is then empty. */
bool ulna_zip_list_read(int descriptor, uint64_t length, zip_list *list, char why[ZIP_WHY]);
void ulna_zip_list_free(zip_list *list);

/* The bytes of a part of a file, unpacked as they come. */
typedef struct byte_stream byte_stream;

/* `from` … `from + packed` of the file. NULL: no memory. */
byte_stream *ulna_stream_open(int descriptor, uint64_t from, uint64_t packed, bool deflated);
/* Exactly `length` bytes, or false: why says whether the file ends, cannot be read or is damaged. */
bool ulna_stream_read(byte_stream *s, void *to, size_t length, char why[ZIP_WHY]);
bool ulna_stream_skip(byte_stream *s, uint64_t length, char why[ZIP_WHY]);
void ulna_stream_close(byte_stream *s); /* NULL is allowed */

#endif
