/* The page of a run on this machine: gives the page, takes its commands, and tells it what happens. serve/serve.h
 * decides who is answered at all. One page at a time: while one listens, others are refused. Nothing here waits for a
 * page: what it does not read in time is left out. One thread; all happens inside ulna_live_serve.
 *
 *   GET  /TOKEN/           the page
 *   GET  /TOKEN/events     what happens, as server-sent events, until the page is closed
 *   GET  /TOKEN/scenario   a text to be saved
 *   POST /TOKEN/do         a command, one line of text */
#ifndef ULNA_LIVE_SERVER_H
#define ULNA_LIVE_SERVER_H

#include <stdbool.h>
#include <stddef.h>

enum { LIVE_WHY = 200, LIVE_ANSWER = 300 };

typedef struct {
  void *context;
  void (*opened)(void *context); /* a page listens */
  void (*closed)(void *context); /* it does not any more */
  /* Carries out a command and answers it. False: it is refused. */
  bool (*command)(void *context, const char *line, char answer[LIVE_ANSWER]);
  char *(*scenario)(void *context); /* to be freed; NULL: there is none */
} live_handlers;

typedef struct live_server live_server;

/* NULL with a reason. The page's text must outlive it; handlers are copied. */
live_server *ulna_live_open(const char *page, size_t length, const live_handlers *handlers,
                            char why[LIVE_WHY]);
void ulna_live_close(live_server *server); /* NULL is allowed */

/* "http://127.0.0.1:40123/6f1c…/" */
const char *ulna_live_address(const live_server *server);

/* Serves what is pending, and waits for more until `seconds` are over (0: does not wait) or a signal comes. */
void ulna_live_serve(live_server *server, double seconds);

/* Whether a page listens. */
bool ulna_live_has_page(const live_server *server);

/* Sends an event to the page, if there is one: its name, and one line of data. False: nobody heard it, or the page is so far behind
 * that it was left out. */
bool ulna_live_send(live_server *server, const char *event, const char *data);

#endif
