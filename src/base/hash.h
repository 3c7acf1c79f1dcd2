/* FNV-1a: a hash of a name. Header only. */
#ifndef ULNA_BASE_HASH_H
#define ULNA_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline size_t hash_bytes(const char *bytes, size_t length)
{
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)bytes[i]) * 1099511628211u;
  return (size_t)(h ^ (h >> 32));
}

#endif
