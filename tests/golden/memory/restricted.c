// What a restricted pointer modifies is accessed by nothing else meanwhile (C11 6.7.3.1p4), with --strict.
// fencepost: verify --strict --entry same
// fencepost: verify --strict --entry different
// fencepost: verify --strict --entry parts
// fencepost: verify --strict --entry read_twice
// fencepost: verify --strict --entry disjoint
// fencepost: verify --strict --entry overlapping
// fencepost: verify --strict --entry global_too
// fencepost: verify --strict --entry global_apart
// fencepost: verify --strict --entry based
// fencepost: verify --strict --entry not_followed
// fencepost: verify --strict --entry harmless_call
// fencepost: verify --strict --entry local
// fencepost: verify --strict --entry after_its_block
// fencepost: verify --strict --entry assigned
// fencepost: verify --strict --entry inner
#include <string.h>

static int global;
static int values[6];
static void both(int* restrict a, int* restrict b) {
  *a = 1;
  *b = 2;  // !
}
static int only_reads(const int* restrict a, const int* restrict b) { return *a + *b; }
static void copy(int n, int* restrict to, const int* restrict from) {
  while (n-- > 0) *to++ = *from++;  // !
}
static int beside_global(int* restrict a) {
  *a = 1;
  global = 2;  // !
  return *a;
}
static void set(int* p) { *p = 1; }
static void calls(int* restrict a, int* restrict b) {
  set(a);
  set(b);
}
static int least(int a, int b) { return a < b ? a : b; }
static void calls_harmless(int* restrict a, int* restrict b) { *a = least(*a, *b); }
static void derived(int* restrict a) {
  int* p = a;
  p[0] = 1;
  *a = 2;
}

int same(void) {
  int x;
  both(&x, &x);
  return 0;
}
int different(void) {
  int x, y;
  both(&x, &y);
  return 0;
}
int parts(void) {
  int x[2];
  both(x, x + 1);
  return 0;
}
int read_twice(void) { return only_reads(&global, &global); }
int disjoint(void) {
  copy(3, values + 3, values);
  return 0;
}
int overlapping(void) {
  copy(3, values + 1, values);
  return 0;
}
int global_too(void) { return beside_global(&global); }
int global_apart(void) { return beside_global(values); }
int based(void) {
  int x;
  derived(&x);
  return x - 2;
}
int not_followed(void) {
  int x;
  calls(&x, &x);
  return 0;
}
int harmless_call(void) {
  int x = 1, y = 2;
  calls_harmless(&x, &y);
  return x - 1;
}
int local(void) {
  int x = 0;
  int* restrict p = &x;
  *p = 1;
  x = 2;  // !
  return 0;
}
int after_its_block(void) {
  int x = 0;
  {
    int* restrict p = &x;
    *p = 1;
  }
  x = 2;
  return 0;
}
int assigned(void) {
  int* restrict p = &values[0];
  int* restrict q = &values[1];
  p = q;  // !
  return *p;
}
int inner(void) {
  int* restrict p = &values[0];
  {
    int* restrict q = p;
    *q = 1;
  }
  return *p;
}
