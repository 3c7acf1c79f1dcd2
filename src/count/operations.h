/* A count of operations: multiplications (× and ÷) and additions (+ and −). */
#ifndef ULNA_COUNT_OPERATIONS_H
#define ULNA_COUNT_OPERATIONS_H

typedef struct {
  long multiplications, additions;
} ulna_operations;

#endif
