/* What the files of this room share. */
#ifndef ULNA_DRIVE_INTERNAL_H
#define ULNA_DRIVE_INTERNAL_H

#include "ulna/drive.h"

/* Joint forces for a motion, rotors included as the work says, friction not. Leaves the joints' own forces in the work. */
void ulna_internal_drive_joint_forces(const ulna_model *model, ulna_work *work, const double q[],
                                      const double qd[], const double qdd[], double F[]);

/* Where the moving bodies are: their coordinates and ∂x/∂q, into the work. */
void ulna_internal_place_bodies(const ulna_model *model, ulna_work *work, const double q[]);

#endif
