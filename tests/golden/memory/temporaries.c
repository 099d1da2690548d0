// fencepost: verify --entry kept
// fencepost: verify --entry kept_by_condition
// fencepost: verify --entry kept_by_loop
// fencepost: verify --entry kept_by_switch
// fencepost: verify --entry kept_by_return
// fencepost: verify --entry of_comma
// fencepost: verify --entry of_conditional
// fencepost: verify --entry of_member
// fencepost: verify --entry modified
// fencepost: verify --entry modified_by_call
// fencepost: verify --entry jumped_over
// fencepost: verify
// The array in a struct that is no lvalue lives until the full expression ends and must not be modified (C11 6.2.4p8).
#include <assert.h>
struct S {
  int a[2];
};
struct Outer {
  int k;
  struct S s;
};
static struct S make(void) {
  struct S s = {{1, 2}};
  return s;
}
static struct Outer make_outer(void) {
  struct Outer o = {3, {{1, 2}}};
  return o;
}
static int *global;
static int keep(int *p, int result) {
  global = p;
  return result;
}
static int *same(int *p) { return p; }
int kept(void) {
  int *p = make().a;
  return *p;
}
int kept_by_condition(void) {
  if (keep(make().a, 1)) return *global;
  return 0;
}
int kept_by_loop(void) {
  while (keep(make().a, 0));
  return *global;
}
int kept_by_switch(void) {
  switch (keep(make().a, 1)) {
    case 1:
      return *global;
  }
  return 0;
}
static int *dead(void) { return same(make().a); }
int kept_by_return(void) { return *dead(); }
int of_comma(void) {
  struct S s = {{1, 2}};
  int *p = (0, s).a;
  return *p;
}
int of_conditional(void) {
  struct S s = {{1, 2}}, t = s;
  int *p = (s.a[0] ? s : t).a;
  return *p;
}
int of_member(void) {
  int *p = make_outer().s.a;
  return *p;
}
int modified(void) {
  make().a[0] = 3;
  return 0;
}
static void set(int *p) { *p = 3; }
int modified_by_call(void) {
  set(make().a);
  return 0;
}
int jumped_over(void) {
  keep(make().a, 0) + ({
    goto out;
    1;
  });
out:
  return *global;
}
static int differ(int *p, int *q) { return p != q && p[1] == q[1]; }
int main(void) {
  assert(make().a[0] + *make().a + *same(make().a) == 3);
  assert(make_outer().s.a[1] == 2 && make_outer().k == 3);
  struct S s = make(), t;
  t = make();
  assert(differ((0, s).a, s.a) && differ((t.a[0] ? s : t).a, s.a));
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += i == 1 ? make().a[0] : make().a[1];
  assert(sum == 5);
  int inner = make().a[1] + ({
                int r = 0;
                for (int i = 0;; i++) {
                  if (i == 2) break;
                  r += i;
                }
                r;
              });
  assert(inner == 3);
}
