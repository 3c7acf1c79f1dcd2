/* Ctrl-C: the first one asks a long computation to end properly, a second one ends the program. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t seen;

static void note_signal(int signal) { seen = signal; }

void interrupt_catch(void)
{
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
    struct sigaction now, before;
    // a shell starts jobs in the background with SIGINT ignored, and means it
    if (sigaction(signals[i], NULL, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    now.sa_handler = note_signal;
    now.sa_flags = (int)(SA_RESETHAND | SA_RESTART);  // the next one does what it always does
    sigemptyset(&now.sa_mask);
    sigaction(signals[i], &now, NULL);
  }
}

int interrupt_seen(void) { return seen; }

const char *interrupt_name(void)
{
  return seen == SIGINT ? "Ctrl-C" : seen == SIGHUP ? "SIGHUP (the terminal went away)" : "SIGTERM";
}
