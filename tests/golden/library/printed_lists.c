// What v*printf take from a list, and where it goes (C11 7.21.6.8-13).
// fencepost: verify --entry right
// fencepost: run --entry right
// fencepost: verify --entry another_type
// fencepost: verify --entry too_few
// fencepost: verify --entry no_conversion
// fencepost: verify --entry wrong_flag
// fencepost: verify --entry not_terminated
// fencepost: verify --entry room
// fencepost: verify --entry printed_twice
// fencepost: verify --entry closed
// fencepost: verify --entry shows_floats
// fencepost: verify --entry stores_floats
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int show(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vfprintf(stderr, format, list);
  va_end(list);
  return count;
}

static int put(char *to, size_t limit, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = limit ? vsnprintf(to, limit, format, list) : vsprintf(to, format, list);
  va_end(list);
  return count;
}

_Noreturn static void die(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  exit(1);
}

void right(int n) {
  char text[32];
  int count = 0;
  assert(put(text, sizeof text, "%d|%5s|%-3x|%c|%%|%+ld", -7, "ab", 255, 'q', 9L) == 19);
  assert(strcmp(text, "-7|   ab|ff |q|%|+9") == 0);
  assert(put(text, 0, "%.*s%n %#06x %hhd %zu", 2, "abc", &count, 171, 300, sizeof(int)) == 14);
  assert(count == 2 && strcmp(text, "ab 0x00ab 44 4") == 0);
  assert(put(text, 4, "%s", "hello") == 5 && strcmp(text, "hel") == 0);
  int shown = show("%s %lld %p\n", "a", 1ll, (void *)text);
  assert(shown < 0 || shown >= 4);
  if (n == 3) die("not %d\n", n);
  assert(n != 3);
}

int another_type(void) { return show("%d %s\n", 1, 2); }
int too_few(void) { return show("%d %d\n", 1); }
int no_conversion(void) { return show("100%\n"); }
int wrong_flag(void) { return show("%#d\n", 1); }

int not_terminated(void) {
  char text[2] = "ab";
  return show("%s\n", text);
}

int room(void) {
  char text[4];
  return put(text, 0, "%d", 12345);
}

static void twice(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  vprintf(format, list);
  va_end(list);
}

void printed_twice(void) { twice("%d\n", 1); }

static void to(FILE *stream, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stream, format, list);
  va_end(list);
}

void closed(void) {
  fclose(stderr);
  to(stderr, "x");
}

int shows_floats(void) { return show("%f %Lg %lc\n", 1.0, 1.0L, L'x'); }

int stores_floats(void) {
  char text[32];
  return put(text, sizeof text, "%f", 1.0);
}
