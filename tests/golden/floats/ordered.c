// GNU's built-ins behind isgreater and its kin, and signbit (C11 7.12.14, 7.12.3.6), as other headers have them.
// fencepost: verify --entry right
// fencepost: run --entry right
// fencepost: verify --entry open_truth
// fencepost: verify --entry total
#include <assert.h>

void right(double x, float y) {
  assert(__builtin_isgreater(x, y) == (x > y) && __builtin_islessequal(x, y) == (x <= y));
  assert(__builtin_isless(x, y) + __builtin_isgreater(x, y) == __builtin_islessgreater(x, y));
  assert(__builtin_isunordered(x, y) == (x != x || y != y) && __builtin_isgreaterequal(2.0, x) == (2.0 >= x));
  assert(__builtin_signbit(-1.0) && !__builtin_signbit(0.0) && __builtin_signbitf(-0.0f));
}

void open_truth(double x) {
  if (x < 0) assert(__builtin_signbit(x) == 1);
}

void total(double x, double y) { assert(__builtin_islessequal(x, y) || __builtin_isgreater(x, y)); }
