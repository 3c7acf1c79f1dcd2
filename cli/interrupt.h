/* Ctrl-C: the first one asks a long computation to end properly, a second one ends the program. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

/* From now on. The same for SIGTERM and SIGHUP. */
void interrupt_catch(void);

/* The signal that has come, or 0. */
int interrupt_seen(void);

/* What people call it. */
const char *interrupt_name(void);

#endif
