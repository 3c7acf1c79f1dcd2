/* Names and texts of the status codes. */
#include "ulna/status.h"

static const char *const names[] = {
#define NAME(name, text) "ULNA_" #name,
    ULNA_STATUS_LIST(NAME)
#undef NAME
};

static const char *const texts[] = {
#define TEXT(name, text) text,
    ULNA_STATUS_LIST(TEXT)
#undef TEXT
};

const char *ulna_status_name(ulna_status status)
{
  return (unsigned)status < ULNA_STATUS_COUNT ? names[status] : "ULNA_UNKNOWN";
}

const char *ulna_status_text(ulna_status status)
{
  return (unsigned)status < ULNA_STATUS_COUNT ? texts[status] : "not a status of this library";
}
