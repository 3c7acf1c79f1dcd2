/* Ulna: dynamics, drives, simulation and model-based control of robot arms. Includes every public header.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_ULNA_H
#define ULNA_ULNA_H

#include "ulna/adaptive.h"
#include "ulna/batch.h"
#include "ulna/builder.h"
#include "ulna/controller.h"
#include "ulna/derivatives.h"
#include "ulna/drive.h"
#include "ulna/follow.h"
#include "ulna/forward_dynamics.h"
#include "ulna/friction.h"
#include "ulna/generate.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/inverse_kinematics.h"
#include "ulna/kinematics.h"
#include "ulna/measured.h"
#include "ulna/memory.h"
#include "ulna/model.h"
#include "ulna/motor.h"
#include "ulna/multistep.h"
#include "ulna/plant.h"
#include "ulna/read.h"
#include "ulna/recorder.h"
#include "ulna/regressor.h"
#include "ulna/report.h"
#include "ulna/resolved_motion.h"
#include "ulna/robots.h"
#include "ulna/scenario.h"
#include "ulna/signal.h"
#include "ulna/simulation.h"
#include "ulna/status.h"
#include "ulna/trajectory.h"
#include "ulna/version.h"
#include "ulna/work.h"

#endif
