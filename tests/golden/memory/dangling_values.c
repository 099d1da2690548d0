// The value of a pointer whose object is dead is not used (C11 6.2.4p2), with --strict alone: in decisions, arithmetic, numbers, calls.
// fencepost: verify --strict --entry decision
// fencepost: verify --entry decision
// fencepost: verify --strict --entry negation
// fencepost: verify --strict --entry both
// fencepost: verify --strict --entry truth
// fencepost: verify --strict --entry moved
// fencepost: verify --strict --entry stepped
// fencepost: verify --strict --entry number
// fencepost: verify --strict --entry passed
// fencepost: verify --strict --entry of_a_block
// fencepost: verify --strict --entry right
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int *dead(void) {
  static int *p;
  p = malloc(2 * sizeof *p);
  free(p);
  return p;
}

static int ignore(int *p) { return p != 0; }

int decision(void) {
  int *p = dead();
  if (p) return 1;
  return 0;
}

int negation(void) { return !dead(); }
int both(void) { return 1 && dead(); }

int truth(void) {
  _Bool is_set = dead();
  return is_set;
}

int *moved(void) { return dead() + 1; }

void stepped(void) {
  int *p = dead();
  p++;
}

int number(void) { return (uintptr_t)dead() == 8; }
int passed(void) { return ignore(dead()); }

int of_a_block(void) {
  int *p;
  {
    int x;
    p = &x;
  }
  return p ? 1 : 0;
}

int right(void) {
  struct holder {
    int *p;
  } a = {dead()}, b = a;
  int *copied = b.p, *bytes;
  memcpy(&bytes, &copied, sizeof bytes);
  copied = malloc(sizeof *copied);
  int is_there = copied ? 1 : 0;
  free(copied);
  copied = NULL;
  return copied || is_there;
}
