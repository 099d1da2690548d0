// Ways to end: what is called, in which order, and with which status.
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void second(void) {
  puts("second");
  fflush(stdout);
}
static void third(void) {
  puts("third");
  fflush(stdout);
  if (SEED % 4 == 3) _Exit(7);
}

int main(void) {
  atexit(first);
  atexit(second);
  at_quick_exit(second);
  atexit(third);
  at_quick_exit(third);
  puts("main");
  fflush(stdout);
  if (SEED % 4 == 1) exit(5);
  if (SEED % 4 == 2) quick_exit(6);
  return 4;
}
