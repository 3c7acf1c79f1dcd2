/* A count of operations: multiplications (× and ÷) and additions (+ and −). */
#ifndef ULNA_COUNT_OPERATIONS_H
#define ULNA_COUNT_OPERATIONS_H

#include "ulna/generate.h"

typedef struct {
  long multiplications, additions;
} ulna_operations;

static inline ulna_operations operations_of(const ulna_generated_counts *c)
{
  return (ulna_operations){c->multiplications + c->divisions, c->additions};
}

#endif
