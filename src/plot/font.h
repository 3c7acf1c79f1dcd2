/* Letters of 5 by 7 dots for pictures made of pixels. */
#ifndef ULNA_PLOT_FONT_H
#define ULNA_PLOT_FONT_H

enum { FONT_WIDTH = 5, FONT_HEIGHT = 7, FONT_STEP = 6 }; /* a letter, and the next one's distance */

/* The rows of a letter from its top, bit 4 the leftmost dot; a question mark for what is not ASCII. */
const unsigned char *ulna_font_letter(char c);

#endif
