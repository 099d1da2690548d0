// GNU's vectors work element by element; what is not followed is UNKNOWN.
// fencepost: verify --entry operators
// fencepost: verify --entry wrong_sum
// fencepost: verify --entry overflow
// fencepost: verify --entry divisor
// fencepost: verify --entry comparison
// fencepost: verify --entry argument
// fencepost: verify --entry subscript
// fencepost: verify --entry uninitialised
// fencepost: verify --entry result
// fencepost: verify --entry in_a_struct
#include <assert.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

int operators(void) {
  v4 a = {1, 2, 3, 4}, b = {4, 3};
  v4 c = a + b * 2 - (a & b);
  assert(c[0] == 9 && c[1] == 6 && c[3] == 4);
  f4 f = {1, 2, 3, 4};
  f = f * 2.0f + f;
  assert(f[2] == 9);
  return 0;
}
int wrong_sum(void) {
  v4 a = {1, 2, 3, 4};
  a += a;
  assert(a[3] == 7);  // !
  return 0;
}
int overflow(void) {
  v4 a = {2147483647};
  a += 1;  // !
  return a[0];
}
int divisor(void) {
  v4 a = {1, 2, 3, 4}, b = {1, 1, 1};
  a /= b;  // !
  return 0;
}
int comparison(void) {
  v4 a = {1, 2, 3, 4}, b = {1, 0, 3, 0}, c = a == b;
  assert(c[0] == -1 && c[1] == 0);
  return 0;
}
static int sum(v4 a) { return a[0] + a[1] + a[2] + a[3]; }
int argument(void) {
  v4 a = {1, 2, 3, 4};
  assert(sum(a + a) == 20);
  return 0;
}
int subscript(int i) {
  v4 a = {1, 2, 3, 4};
  if (i < 0 || i > 4) return 0;
  return a[i];  // !
}
int uninitialised(void) {
  v4 a, b;
  b = a + a;  // !
  return b[0];
}
static v4 twice(v4 a) { return a + a; }
int result(void) {
  v4 a = {1};
  a = twice(a);
  return a[0];
}
struct holder {
  int n;
  v4 v;
};
int in_a_struct(void) {
  struct holder x = {1, {1, 2, 3, 4}}, y = x;
  y.v += x.v;
  v4* p = &y.v;
  *p += 1;
  assert(y.v[3] == 9 && x.v[3] == 4);
  return 0;
}
