/* FNV-1a. Header only. */
#ifndef ULNA_BASE_HASH_H
#define ULNA_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 14695981039346656037u

/* A step: a byte for FNV's own values, a whole word where only spread matters. */
static inline uint64_t hash_step(uint64_t h, uint64_t word) { return (h ^ word) * 1099511628211u; }

/* Goes on from h, at first HASH_START. */
static inline uint64_t hash_bytes(uint64_t h, const void *bytes, size_t length)
{
  for (size_t i = 0; i < length; i++) h = hash_step(h, ((const unsigned char *)bytes)[i]);
  return h;
}

/* The hash of a name, for a table whose size is a power of two. */
static inline size_t hash_name(const char *name, size_t length)
{
  const uint64_t h = hash_bytes(HASH_START, name, length);
  return (size_t)(h ^ (h >> 32));
}

#endif
