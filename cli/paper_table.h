/* A table of a paper: printed numbers beside counted ones. */
#ifndef CLI_PAPER_TABLE_H
#define CLI_PAPER_TABLE_H

#include "count/compare.h"
#include "grid.h"

/* Writes it under its title. CSV has one head for all tables: with the first. */
void paper_table(const ulna_paper_table *t, grid_format format, bool first);

/* The tables of control, or all others, one after the other. */
void paper_tables(const ulna_papers *papers, bool of_control, grid_format format);

#endif
