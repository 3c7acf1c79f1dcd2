/* Any bytes as the request of a browser: whole, refused or not yet ended, and the same however they arrive. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/changed.h"
#include "serve/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  http_request r, again;
  const char *bytes = (const char *)data;
  const http_progress progress = ulna_http_parse(bytes, size, &r);
  if (progress == HTTP_WHOLE) {
    expect(r.body + r.body_length <= size && r.body_length <= HTTP_MOST_BODY && r.body <= HTTP_MOST_HEAD,
           "a request has limits");
    expect(*r.host && r.path[0] == '/' && (strcmp(r.method, "GET") == 0 || strcmp(r.method, "POST") == 0),
           "a request is one");
    expect(ulna_http_parse(bytes, r.body + r.body_length, &again) == HTTP_WHOLE && again.body == r.body,
           "what follows does not count");
    expect(ulna_http_parse(bytes, r.body - 1, &again) == HTTP_MORE, "a head ends once");
  }
  if (progress == HTTP_REFUSED)
    expect(r.status >= 400 && strcmp(ulna_http_reason(r.status), "Error") != 0, "a refusal has a reason");
  if (progress == HTTP_MORE && size > 0)
    expect(ulna_http_parse(bytes, size / 2, &again) == HTTP_MORE, "half of what is not whole is not either");
  char *text = malloc(size + 1);
  if (!text) return 0;
  memcpy(text, data, size);
  text[size] = '\0';
  char *changed = ulna_live_with_changes(text, "{}");
  if (changed) expect(strlen(changed) <= strlen(text) + 40 + 2, "changes take their own room alone");
  free(changed);
  free(text);
  return 0;
}
