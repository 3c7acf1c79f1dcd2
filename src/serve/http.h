/* Requests of HTTP/1.1 as a page on this machine makes them, and nothing else. [RFC9112] is HTTP/1.1. */
#ifndef ULNA_SERVE_HTTP_H
#define ULNA_SERVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_METHOD = 8, HTTP_PATH = 256, HTTP_VALUE = 128, HTTP_MOST_HEAD = 8192, HTTP_MOST_BODY = 4096 };

typedef struct {
  char method[HTTP_METHOD], path[HTTP_PATH]; /* the path as it is written: nothing is decoded */
  char host[HTTP_VALUE], origin[HTTP_VALUE]; /* "": none */
  size_t body, body_length;                  /* where the body begins */
  int status;                                /* of what is refused: 400, 405, 413, 431, 501, 505 */
} http_request;

typedef enum { HTTP_MORE, HTTP_WHOLE, HTTP_REFUSED } http_progress;

/* Looks at the bytes of a connection so far: more are needed, there is a whole request, or it is refused. Lines end in CR LF;
 * host comes once; no folded lines, no transfer codings, no body without a length. */
http_progress ulna_http_parse(const char *bytes, size_t count, http_request *request);

/* "Bad Request", … */
const char *ulna_http_reason(int status);

#endif
