/* A canvas of characters: dots of braille, two columns and four rows of them in each; without UTF-8 one column and two rows; and
 * single characters over them. */
#ifndef ULNA_PLOT_CANVAS_H
#define ULNA_PLOT_CANVAS_H

#include "plot/figure.h"

typedef struct {
  unsigned char dots;   /* bit 4 column + row */
  unsigned char colour; /* 0: none; of ulna_canvas_colour */
  char mark;            /* over the dots; 0: none */
} canvas_cell;

typedef struct {
  int columns, rows;
  bool utf8, colours;
  canvas_cell *cells;
} ulna_canvas;

bool ulna_canvas_create(ulna_canvas *c, int columns, int rows, bool utf8,
                        bool colours); /* false: no memory */
void ulna_canvas_free(ulna_canvas *c);

/* Dots across and down. */
int ulna_canvas_width(const ulna_canvas *c);
int ulna_canvas_height(const ulna_canvas *c);

/* Places are dots from the upper left corner; what lies outside is left out. A line takes whole numbers of any size. */
void ulna_canvas_dot(ulna_canvas *c, int x, int y, int colour);
void ulna_canvas_line(ulna_canvas *c, int x0, int y0, int x1, int y1, int colour);

/* A character in a cell; `mark` 0 is none. */
void ulna_canvas_mark(ulna_canvas *c, int column, int row, char mark, int colour);

/* The characters of a row, blanks at its end left out. */
void ulna_canvas_row(const ulna_canvas *c, int row, plot_sink *sink, void *owner);

/* What switches a terminal to colour k from 1, in turn; 0: back to none. */
const char *ulna_canvas_colour(int k);

#endif
