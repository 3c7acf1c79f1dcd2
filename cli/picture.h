/* A small picture of an arm: in braille, or in plain characters. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "robot.h"

/* Draws the arm at q in world axes, from where most of it is seen: from the side if it stands, from above if it lies
 * in a plane. */
void draw_robot(const robot *r, const double q[], bool utf8);

#endif
