// Definitions without a prototype: arguments are promoted, and narrowed back (C11 6.9.1p10); types must fit by then (6.5.2.2p6).
// fencepost: verify
// fencepost: verify -D FLOAT
// fencepost: verify -D LONG
// fencepost: verify -D PROTOTYPE
#include <assert.h>
#ifdef PROTOTYPE
int twice(long);
#endif
int half(x, c) float x; char c; { return x == 0.5f && c == 44; }
int twice(n) long n; { return n * 2; }
int main(void) {
  assert(half(0.5, 300));
#if defined FLOAT
  return twice(1.0);  // !
#elif defined LONG
  return twice(1);  // !
#elif defined PROTOTYPE
  return twice(1) + twice(1.0) - 4;
#else
  return twice(1L) - 2;
#endif
}
