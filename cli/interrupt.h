/* Ctrl-C: the first one asks a long computation to end properly, a second one ends the program. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

/* Catches Ctrl-C from now on, and SIGTERM and SIGHUP likewise. */
void interrupt_catch(void);

/* The signal that has come, or 0. */
int interrupt_seen(void);

/* The usual name of a signal. */
const char *interrupt_name(void);

#endif
