// The value of a statement expression is that of its last statement, which may have labels (GNU).
// fencepost: verify --entry right
// fencepost: verify --entry wrong
#include <assert.h>

struct pair {
  int a, b;
};

static int least(int a, int b) {
  return ({
    __label__ done;
    int found = a;
    if (a < b) goto done;
    found = b;
  done:
    found;
  });
}

void right(int a, int b) {
  assert(least(a, b) <= a && least(a, b) <= b);
  struct pair p = ({
    struct pair made = {a, b};
    if (a > b) goto second;
    made.b = a;
  first:
  second:
    made;
  });
  assert(p.a == a && (p.b == b || a <= b));
}

void wrong(int a, int b) { assert(least(a, b) == a); }
