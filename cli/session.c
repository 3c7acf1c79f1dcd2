/* The start of most commands: robot, states, results. */
#include "session.h"

#include <string.h>

int session_open(session *s, const arguments *args)
{
  memset(s, 0, sizeof *s);
  records_open(&s->out, args);
  int code = records_output(&s->out, args);
  if (code == DONE) code = robot_open(&s->robot, args);
  if (code != DONE) return code;
  const char **names = records_memory(&s->out, (size_t)s->robot.n, sizeof *names);
  for (int i = 0; i < s->robot.n; i++) names[i] = ulna_model_joint(s->robot.model, i + 1)->name;
  records_joints(&s->out, s->robot.n, names, s->robot.turns);
  code = states_open(&s->states, args, s->robot.model, s->robot.turns);
  if (code == DONE && given(args, OPT_Q)) code = judge_posture(&s->robot, args, OPT_Q, s->states.q);
  return code;
}

void session_echo(session *s, const arguments *args, const char *names)
{
  if (!given(args, OPT_ECHO)) return;
  const states *x = &s->states;
  for (; *names; names++) switch (*names) {
    case 'q': records_add(&s->out, "q", 1, x->n, 0, 0, x->q); break;
    case 'v': records_add(&s->out, "qd", 1, x->n, 0, 0, x->qd); break;
    case 'a': records_add(&s->out, "qdd", 1, x->n, 0, 0, x->qdd); break;
    case 't': records_add(&s->out, "tau", 1, x->n, 0, 0, x->tau); break;
    }
}

int session_run(session *s, int (*compute)(void *context, const states *state), void *context)
{
  int got;
  s->out.expected = states_total(&s->states);
  while ((got = states_next(&s->states)) > 0) {
    int code = compute(context, &s->states);
    if (code == DONE) code = records_write(&s->out);
    if (code != DONE) return code;
  }
  if (got < 0) return BAD;
  return records_end(&s->out);
}

void session_close(session *s)
{
  records_close(&s->out);
  states_close(&s->states);
  robot_close(&s->robot);
}
