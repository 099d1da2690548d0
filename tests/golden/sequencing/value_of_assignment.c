// The value of an assignment is not read from the object again (C11 6.5.16p3).
// fencepost: verify
// fencepost: run
#include <assert.h>
struct S {
  int x, y;
} a, b = {3, 4}, c, d, *p = &a;
union U {
  int i;
  char c[8];
} u, v = {7};
int f(struct S s) { return s.x; }
int g(union U one, union U other) { return one.i + other.i; }
struct S h(void) { return a = b; }
struct S twice(struct S s) {
  s.x *= 2;
  return s;
}
int main(void) {
  assert(f(a = b) == 3);
  assert((a = b).y == 4);
  c = a = b;
  assert(c.x == 3);
  c = d = a = twice(b);
  assert(a.x == 6 && c.x == 6 && d.x == 6);
  assert(f(h()) == 3 && a.x == 3);
  assert(f(1 ? (a = b) : c) == 3);
  assert(f((a = c, a = b)) == 3);
  assert(g(u = v, v) == 14);
  assert(({ a = b; }).x == 3);
  struct S local = a = b;
  assert(local.y == 4);
  a = a;
  assert(f(a = a) == 3);
  return 0;
}
