/* The robots that tests on a card have instead of readers are the built-in ones, bit for bit. With `--write` it prints
 * tests/gpu/robots_in_words.inc anew. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/robots.h"
#include "page/words.h"
#include "ulna/robots.h"

static void words_of(int r, arena *memory, robot_words *words)
{
  ulna_model *m = NULL;
  assert_int_equal(ulna_robot_load(ulna_robot_get(r)->key, NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_words_write(m, memory, words), ULNA_OK);
  ulna_model_destroy(m);
}

static void the_robots_of_cards_are_the_built_in_ones(void **state)
{
  (void)state;
  assert_int_equal(gpu_robot_count, ulna_robot_count());
  for (int r = 0; r < gpu_robot_count; r++) {
    arena memory;
    robot_words words;
    arena_init(&memory, NULL);
    words_of(r, &memory, &words);
    const gpu_robot *kept = &gpu_robots[r];
    const char *key = ulna_robot_get(r)->key;
    if (strcmp(kept->key, key) != 0 || kept->number_count != words.number_count ||
        kept->name_bytes != words.name_bytes || memcmp(kept->names, words.names, words.name_bytes) != 0 ||
        memcmp(kept->numbers, words.numbers, words.number_count * sizeof *words.numbers) != 0)
      fail_msg("%s has changed: build/dev/tests/test_gpu_robots --write > tests/gpu/robots_in_words.inc",
               key);
    arena_free(&memory);
    ulna_model *m = NULL;
    assert_int_equal(gpu_robot_load(key, &m), ULNA_OK);
    ulna_model_destroy(m);
  }
  ulna_model *none = NULL;
  assert_int_equal(gpu_robot_load("nobody", &none), ULNA_NOT_FOUND);
}

static void print_number(double x)
{
  if (isnan(x)) printf("(double)NAN");
  else if (isinf(x)) printf(x > 0 ? "HUGE_VAL" : "-HUGE_VAL");
  else if (x == 0 && signbit(x)) printf("-0.0");
  else printf("%.17g", x);
}

static void print_names(const char *names, size_t bytes)
{
  for (size_t k = 0; k < bytes; k++) {
    const unsigned char c = (unsigned char)names[k];
    if (k % 90 == 0) printf("%s\n    \"", k ? "\"" : "");
    if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?') printf("\\%03o", c);
    else putchar(c);
  }
  printf("\";\n");
}

static int write_all(void)
{
  printf(
      "// The built-in robots as numbers and names: test_gpu_robots --write made this, and compares it.\n");
  for (int r = 0; r < ulna_robot_count(); r++) {
    arena memory;
    robot_words words;
    arena_init(&memory, NULL);
    words_of(r, &memory, &words);
    printf("static const double numbers_%d[] = {", r);
    for (size_t k = 0; k < words.number_count; k++) {
      printf(k % 12 ? " " : "\n    ");
      print_number(words.numbers[k]);
      printf(",");
    }
    printf("};\nstatic const char names_%d[] =", r);
    print_names(words.names, words.name_bytes);
    arena_free(&memory);
  }
  printf("const gpu_robot gpu_robots[] = {\n");
  for (int r = 0; r < ulna_robot_count(); r++)
    printf(
        "    {\"%s\", numbers_%d, sizeof numbers_%d / sizeof *numbers_%d, names_%d, sizeof names_%d - 1},\n",
        ulna_robot_get(r)->key, r, r, r, r, r);
  printf("};\nconst int gpu_robot_count = %d;\n", ulna_robot_count());
  return 0;
}

int main(int count, char **words)
{
  if (count > 1 && strcmp(words[1], "--write") == 0) return write_all();
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_robots_of_cards_are_the_built_in_ones)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
