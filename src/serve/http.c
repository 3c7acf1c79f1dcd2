/* Requests of HTTP/1.1, read strictly. */
#include "serve/http.h"

#include <string.h>
#include <strings.h>

static http_progress refuse(http_request *r, int status)
{
  r->status = status;
  return HTTP_REFUSED;
}

/* Characters of a token [RFC9112, 5.1; RFC9110, 5.6.2]. */
static bool is_token(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

/* The length of the line at `text`, its CR LF not counted; -1: no end within `count`; -2: a control character in it. */
static long line_length(const char *text, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    const unsigned char c = (unsigned char)text[k];
    if (c == '\r') return k + 1 == count ? -1 : text[k + 1] == '\n' ? (long)k : -2;
    if ((c < 0x20 && c != '\t') || c == 0x7f) return -2;
  }
  return -1;
}

static bool copy(char *to, size_t room, const char *from, size_t length)
{
  if (length >= room) return false;
  memcpy(to, from, length);
  to[length] = '\0';
  return true;
}

/* GET /path HTTP/1.1; the status of what is wrong, or 0. */
static int read_request_line(const char *line, size_t length, http_request *r)
{
  const char *first = memchr(line, ' ', length);
  if (!first) return 400;
  const char *path = first + 1, *second = memchr(path, ' ', length - (size_t)(path - line));
  if (!second || first == line) return 400;
  for (const char *c = line; c < first; c++)
    if (!is_token(*c)) return 400;
  for (const char *c = path; c < second; c++)
    if (*c <= ' ' || *c > '~') return 400;
  const char *version = second + 1;
  const size_t rest = length - (size_t)(version - line);
  if (rest != 8 || memcmp(version, "HTTP/", 5) != 0) return 400;
  if (memcmp(version, "HTTP/1.1", 8) != 0) return 505;
  if (!copy(r->method, sizeof r->method, line, (size_t)(first - line))) return 405;
  if (strcmp(r->method, "GET") != 0 && strcmp(r->method, "POST") != 0) return 405;
  if (*path != '/') return 400;
  return copy(r->path, sizeof r->path, path, (size_t)(second - path)) ? 0 : 404;
}

static bool is_named(const char *line, size_t name, const char *wanted)
{
  return strlen(wanted) == name && strncasecmp(line, wanted, name) == 0;
}

/* Digits alone, at most HTTP_MOST_BODY. */
static int read_length(const char *text, size_t length, size_t *to)
{
  size_t value = 0;
  if (length == 0) return 400;
  for (size_t k = 0; k < length; k++) {
    if (text[k] < '0' || text[k] > '9') return 400;
    value = 10 * value + (size_t)(text[k] - '0');
    if (value > HTTP_MOST_BODY) return 413;
  }
  *to = value;
  return 0;
}

/* Name: value; the status of what is wrong, or 0. */
static int read_field(const char *line, size_t length, http_request *r, bool *has_length)
{
  size_t name = 0;
  while (name < length && is_token(line[name])) name++;
  if (name == 0 || name == length || line[name] != ':') return 400;  // a folded line begins with a blank
  const char *value = line + name + 1, *end = line + length;
  while (value < end && (*value == ' ' || *value == '\t')) value++;
  while (end > value && (end[-1] == ' ' || end[-1] == '\t')) end--;
  const size_t size = (size_t)(end - value);
  if (is_named(line, name, "host"))
    return *r->host || size == 0 || !copy(r->host, sizeof r->host, value, size) ? 400 : 0;
  if (is_named(line, name, "origin"))
    return *r->origin || size == 0 || !copy(r->origin, sizeof r->origin, value, size) ? 400 : 0;
  if (is_named(line, name, "transfer-encoding")) return 501;
  if (!is_named(line, name, "content-length")) return 0;
  if (*has_length) return 400;
  *has_length = true;
  return read_length(value, size, &r->body_length);
}

http_progress ulna_http_parse(const char *bytes, size_t count, http_request *r)
{
  *r = (http_request){.status = 0};
  const size_t head = count < HTTP_MOST_HEAD ? count : HTTP_MOST_HEAD;
  bool has_length = false;
  for (size_t at = 0, line = 0;; line++) {
    const long length = line_length(bytes + at, head - at);
    if (length == -2) return refuse(r, 400);
    if (length == -1) return head == HTTP_MOST_HEAD ? refuse(r, 431) : HTTP_MORE;
    int wrong = 0;
    if (length > 0)
      wrong = line == 0 ? read_request_line(bytes + at, (size_t)length, r)
                        : read_field(bytes + at, (size_t)length, r, &has_length);
    else if (line == 0) wrong = 400;
    if (wrong) return refuse(r, wrong);
    at += (size_t)length + 2;
    if (length > 0) continue;
    r->body = at;
    break;
  }
  if (!*r->host) return refuse(r, 400);
  if (strcmp(r->method, "POST") == 0 && !has_length) return refuse(r, 400);
  return count - r->body >= r->body_length ? HTTP_WHOLE : HTTP_MORE;
}

const char *ulna_http_reason(int status)
{
  switch (status) {
  case 200: return "OK";
  case 204: return "No Content";
  case 400: return "Bad Request";
  case 403: return "Forbidden";
  case 404: return "Not Found";
  case 405: return "Method Not Allowed";
  case 409: return "Conflict";
  case 413: return "Content Too Large";
  case 422: return "Unprocessable Content";
  case 431: return "Request Header Fields Too Large";
  case 501: return "Not Implemented";
  case 505: return "HTTP Version Not Supported";
  default: return "Error";
  }
}
