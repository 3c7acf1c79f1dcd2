/* HTTP for one page on loopback: a random port, a token in the address, nobody else's Host. One thread, which calls
 * ulna_server_step now and then; nothing blocks longer than asked. */
#ifndef ULNA_SERVE_SERVE_H
#define ULNA_SERVE_SERVE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ulna_server ulna_server;

/* A request: path is what follows the token's slash ("" for the page itself), without a query; body is
 * 0-terminated. All hold during the call. */
typedef struct {
  int connection; /* its number */
  const char *method, *path, *body;
  size_t body_length;
} serve_request;

/* Called for each request with the right token and Host: it answers, begins a stream, or does neither and answers
 * later. */
typedef void (*serve_handler)(void *context, ulna_server *server, const serve_request *request);

/* NULL: why not, in one line. Only this machine can reach it. */
ulna_server *ulna_server_open(char why[], size_t room);
void ulna_server_close(ulna_server *server);                /* NULL is allowed */
const char *ulna_server_address(const ulna_server *server); /* http://127.0.0.1:PORT/TOKEN/ */

/* Waits at most so many milliseconds (0: not at all) for something to do, and does what there is. */
void ulna_server_step(ulna_server *server, int milliseconds, serve_handler handler, void *context);

/* A whole answer; the connection ends when it is out. */
void ulna_server_answer(ulna_server *server, int number, int status, const char *type, const void *bytes,
                        size_t length);

/* An answer that goes on (server-sent events): begun, then fed until the other side goes away. Sending is
 * false where it has gone, or does not read for so long that its share of memory is full. */
void ulna_server_stream(ulna_server *server, int number, const char *type);
bool ulna_server_send(ulna_server *server, int number, const void *bytes, size_t length);
size_t ulna_server_waiting(const ulna_server *server, int number); /* bytes that have not been read yet */
bool ulna_server_is_open(const ulna_server *server, int number);

#endif
