/* How a function is declared that has no numbers of a kind, and runs on the computer and on a card. */
#ifndef ULNA_NUMBER_EVERYWHERE_H
#define ULNA_NUMBER_EVERYWHERE_H

#if defined(__CUDACC__) || defined(__CUDA__)
#  define EVERYWHERE static inline __attribute__((host)) __attribute__((device))
#else
#  define EVERYWHERE static inline
#endif

#endif
