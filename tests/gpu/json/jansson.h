/* What tests/support/golden*.c use of jansson, for machines that do not have it: the same names, read only. */
#ifndef ULNA_TESTS_GPU_JSON_JANSSON_H
#define ULNA_TESTS_GPU_JSON_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
typedef struct json_t json_t;
typedef struct {
  char text[160];
} json_error_t;

json_t *json_load_file(const char *path, size_t flags, json_error_t *error);
void json_decref(json_t *root); /* of what json_load_file gave */
json_t *json_object_get(const json_t *object, const char *key);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
const char *json_string_value(const json_t *value); /* NULL: no string */
double json_number_value(const json_t *value);      /* 0: no number */
long long json_integer_value(const json_t *value);
bool json_is_number(const json_t *value);
bool json_is_object(const json_t *value);
bool json_is_true(const json_t *value);

#define json_array_foreach(array, index, value)                                                              \
  for (index = 0; index < json_array_size(array) && (value = json_array_get(array, index)); index++)
#ifdef __cplusplus
}
#endif

#endif
