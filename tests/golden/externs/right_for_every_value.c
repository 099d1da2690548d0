// fencepost: verify
// The same value is read again, a _Bool is 0 or 1, and a bit-field stays within its width.
#include <assert.h>

extern const int limit;
extern _Bool flag;
extern struct {
  unsigned small : 3;
  signed char c;
  double d;
} s;

int main(void) {
  int first = limit;
  assert(limit == first);
  assert(flag == 0 || flag == 1);
  assert(s.small < 8);
  assert(s.c <= 127);
  assert(s.d == s.d || s.d != s.d);
  s.c = 5;
  assert(s.c == 5);
  return 0;
}
