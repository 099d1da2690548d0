// Whether an initialiser that a later one overrides is evaluated is unspecified (C11 6.7.9p19, footnote 151).
// fencepost: verify --entry always
// fencepost: verify --entry never
// fencepost: verify --entry either
// fencepost: verify --entry value
// fencepost: verify --entry part_of_struct
// fencepost: verify --entry without_effects
// fencepost: verify --entry in_a_literal
// fencepost: verify --entry part_of_copy
// fencepost: verify --entry part_of_text
// fencepost: verify --entry part_of_static
#include <assert.h>

struct pair {
  int a, b;
};
static int count;
static int next(void) { return ++count; }

int always(void) {
  int a[2] = {[0] = next(), [0] = 5};
  assert(count == 1);  // !
  return a[1];
}
int never(void) {
  int a[2] = {[0] = next(), [0] = 5};
  assert(count == 0);  // !
  return a[1];
}
int either(void) {
  int a[2] = {[0] = next(), [0] = 5, [1] = 6};
  assert(count == 0 || count == 1);
  return a[1] - 6;
}
int value(void) {
  int a[2] = {[0] = next(), [0] = 5};
  assert(a[0] == 5 && a[1] == 0);
  return 0;
}
int part_of_struct(void) {
  struct pair p[1] = {[0] = {next(), next()}, [0] = {1, 2}};
  assert(p[0].a == 1 && p[0].b == 2 && count <= 2);
  assert(count == 0);  // !
  return 0;
}
int without_effects(void) {
  int n = 3;
  int a[2] = {[0] = n, [0] = 5};
  assert(a[0] == 5);
  return 0;
}
int in_a_literal(void) {
  int* a = (int[]){[0] = next(), [0] = 5};
  assert(*a == 5);
  assert(count == 0);  // !
  return 0;
}
int part_of_copy(void) {
  struct pair whole = {1, 2};
  struct pair p[2] = {[0] = whole, [0].b = 0};
  assert(p[0].a == 1 && p[0].b == 0);
  return p[1].a;
}
int part_of_text(void) {
  struct {
    char text[4];
    int n;
  } s = {.text = "abc", .text[1] = 'x', .n = 1};
  assert(s.text[0] == 'a' && s.text[1] == 'x' && s.text[2] == 'c' && s.text[3] == 0);
  assert(s.n == 2);  // !
  return 0;
}
static struct pair fixed[1] = {[0] = {1, 2}, [0].a = 0};
int part_of_static(void) {
  assert(fixed[0].a == 0 && fixed[0].b == 2);
  return 0;
}
