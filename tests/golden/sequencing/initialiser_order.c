// The expressions of an initialiser are evaluated in any order, one after the other (C11 6.7.9p23).
// fencepost: verify --entry array
// fencepost: verify --entry both_orders
// fencepost: verify --entry structure
// fencepost: verify --entry nested
// fencepost: verify --entry literal
// fencepost: verify --entry side_effects
// fencepost: verify --entry side_effects_in_order
// fencepost: verify --entry race_inside_one
// fencepost: verify --entry itself
// fencepost: verify --entry declarators
// fencepost: verify --entry too_many
#include <assert.h>

static int counter;
static int next(void) { return counter++; }
struct pair {
  int a, b;
};

int array(void) {
  int a[2] = {next(), next()};
  assert(a[0] == 0);  // !
  return 0;
}
int both_orders(void) {
  int a[2] = {next(), next()};
  assert(a[0] + a[1] == 1);
  return 0;
}
int structure(void) {
  struct pair p = {next(), next()};
  assert(p.a < p.b);  // !
  return 0;
}
int nested(void) {
  int a[2][1] = {{next()}, {next()}};
  assert(a[0][0] == 0);  // !
  return 0;
}
int literal(void) {
  int* a = (int[]){next(), next()};
  assert(a[0] == 0);  // !
  return 0;
}
int side_effects(void) {
  int i = 0;
  int a[2] = {i++, i++};
  assert(a[0] + a[1] == 1 && i == 2);
  return 0;
}
int side_effects_in_order(void) {
  int i = 0;
  int a[2] = {i++, i};
  assert(a[1] == 1);  // !
  return 0;
}
int race_inside_one(void) {
  int i = 0;
  int a[1] = {i++ + i++};  // !
  return a[0];
}
int itself(void) {
  int a[2] = {1, a[0]};
  assert(a[1] == 1);  // !
  return 0;
}
int declarators(void) {
  int a = next(), b = next();
  assert(a == 0 && b == 1);
  return 0;
}
int too_many(void) {
  int a[5] = {next(), next(), next(), next(), next()};
  assert(a[0] < 5);
  return 0;
}
