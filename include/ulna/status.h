/* Status codes: what a call that can fail returns. */
#ifndef ULNA_STATUS_H
#define ULNA_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ULNA_API
#  if defined(__GNUC__)
#    define ULNA_API __attribute__((visibility("default")))
#  else
#    define ULNA_API
#  endif
#endif

#if defined(__GNUC__)
#  define ULNA_MUST_CHECK __attribute__((warn_unused_result))
#else
#  define ULNA_MUST_CHECK
#endif

/* The one list from which the enum and the strings are made. */
#define ULNA_STATUS_LIST(X)                                                                                  \
  X(OK, "done")                                                                                              \
  X(INVALID_ARGUMENT, "an argument is outside what the function accepts")                                    \
  X(OUT_OF_MEMORY, "the allocator returned no memory")                                                       \
  X(TOO_SMALL, "the memory or array given is smaller than needed")                                           \
  X(CANNOT_READ, "the file cannot be opened or read")                                                        \
  X(CANNOT_WRITE, "the file cannot be created or written")                                                   \
  X(SYNTAX, "the text is not well-formed")                                                                   \
  X(BAD_ROBOT, "the robot description has at least one error")                                               \
  X(BAD_SCENARIO, "the scenario has at least one error")                                                     \
  X(NOT_FOUND, "there is nothing of that name or number")                                                    \
  X(UNSUPPORTED, "the request is understood, but cannot be served")                                          \
  X(SINGULAR, "a pivot vanished: the matrix is singular at this posture")                                    \
  X(NOT_CONVERGED, "the iteration ended without reaching its tolerance")                                     \
  X(NOT_FINITE, "a number that is not finite was given or reached")                                          \
  X(OUTSIDE_LIMITS, "a motion would leave a limit of position, speed or acceleration")                       \
  X(HOLDING, "the controller holds the arm still; ulna_controller_fault tells why")                          \
  X(MISSING_PART, "the work was made without the part this needs (ulna_parts)")                              \
  X(STOPPED, "a function of the caller's asked to stop")

typedef enum {
#define ULNA_STATUS_ENUM(name, text) ULNA_##name,
  ULNA_STATUS_LIST(ULNA_STATUS_ENUM)
#undef ULNA_STATUS_ENUM
      ULNA_STATUS_COUNT
} ulna_status;

/* The name ("ULNA_SINGULAR") and the sentence of a status; never NULL, also for values outside the enum.
 * Real-time: yes. */
ULNA_API const char *ulna_status_name(ulna_status status);
ULNA_API const char *ulna_status_text(ulna_status status);

#ifdef __cplusplus
}
#endif
#endif
