// A format that is one of several literals, and one that is no string (C11 7.21.6.1p6, p9, 6.7.9p14).
// fencepost: verify --entry wrong_for_one
// fencepost: verify --entry right
// fencepost: verify --entry memory
// fencepost: verify --entry room
// fencepost: verify --entry not_terminated
// fencepost: verify --entry terminated
// fencepost: verify --entry one_is_no_literal
#include <assert.h>
#include <stdio.h>
#include <string.h>

int wrong_for_one(int n) { return printf(n == 1 ? "%d file\n" : "%s files\n", n); }

void right(int n) {
  int written = 0;
  printf(n == 1 ? "%d file%n" : n == 2 ? "%d: a pair%n" : "%d files%n", n, &written);
  assert(written >= 6);
}

void memory(int n) {
  char text[16];
  assert(snprintf(text, sizeof text, n == 1 ? "%d file" : "many", n) == (n == 1 ? 6 : 4));
  assert(strcmp(text, n == 1 ? "1 file" : "many") == 0);
}

void room(int n) {
  char text[6];
  sprintf(text, n == 1 ? "%d file" : "%%", n);
}

void not_terminated(void) {
  const char format[2] = "%d";
  printf(format, 3);
}

void terminated(void) {
  const char format[3] = "%d", longer[8] = "%s";
  printf(format, 3);
  printf(longer, "x");
}

void one_is_no_literal(int n) {
  char other[] = "y";
  printf(n ? "x" : other);
}
