/* A model from the inside: the description as given, and the numbers the kernels take, in the kernels' frames.
 *
 * Kernel frames are Denavit–Hartenberg with one offset more (kernel/step.h). They coincide with the file's own
 * frames for a `dh` robot; for the others constant poses relate the two, so that every result can be given back
 * in the file's frames. Kind-free: plain doubles, which each kind of number takes in through constant(). */
#ifndef ULNA_MODEL_INTERNAL_H
#define ULNA_MODEL_INTERNAL_H

#include "model/description.h"
#include "model/drives.h"
#include "ulna/model.h"

/* One link for the kernels, frame i axes. Same meaning as kernel/chain.h's chain_link. */
typedef struct {
  ulna_joint_type joint;
  double theta0;    /* constant part of the joint angle */
  double ca, sa;    /* cos and sin of the twist */
  double a, b, d;   /* offset before the twist; d without q */
  double r[3];      /* the same offset in frame i */
  double m, com[3]; /* mass; origin i → mass centre */
  double I[6];      /* xx yy zz xy xz yz about the mass centre */
} link_numbers;

struct ulna_model {
  arena memory;      /* holds all of this, the struct itself included */
  description given; /* deep copy */
  int n;
  link_numbers *link;       /* n; link[i-1] is link i. The payload of the file is not in it */
  ulna_pose frame0_in_base; /* kernel frame 0 in the file's base frame */
  ulna_pose
      *file_in_kernel; /* n+1: frame of link i of the file, in kernel frame i; [0]: base in kernel frame 0 */
  ulna_pose tool_in_kernel; /* tool frame in kernel frame n */
  int *drive_carrier;       /* link number 0…n of each drive; then of each element */
  int *frame_carrier;       /* link number 0…n of each named frame */
  drive_numbers drives;
  const struct model_tables *tables; /* of the kernels for double: model/tables.h */
};

/* Makes a model from a description that has passed its checks. *model is untouched on failure. */
ulna_status ulna_model_create(const description *d, const ulna_allocator *allocator, ulna_model **model);

/* Fills link[], frame0_in_base, file_in_kernel[], tool_in_kernel from `given`. */
void ulna_convert_frames(ulna_model *model);

/* Link n with a payload (mass 0: none) given in its file frame welded on. */
link_numbers ulna_loaded_link(const ulna_model *model, const ulna_body *payload);

/* Fills tables from link[] and drives. */
ulna_status ulna_make_tables(ulna_model *model, arena *memory);

#endif
