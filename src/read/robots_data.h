/* The files of robots/, as cmake/built_in.cmake writes them out. */
#ifndef ULNA_READ_ROBOTS_DATA_H
#define ULNA_READ_ROBOTS_DATA_H

#include "ulna/robots.h"

extern const ulna_robot ulna_robots[];
extern const int ulna_robots_count;

#endif
