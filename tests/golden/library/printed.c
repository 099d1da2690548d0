// What printf returns and stores: the number of characters, or a negative number (C11 7.21.6.1p8, p14).
// fencepost: verify -DFAILS
// fencepost: verify -DSTORED
// fencepost: verify -DDIGITS
// fencepost: verify -DNOWHERE
// fencepost: verify -DCONST
// fencepost: verify -DPRECISION
// fencepost: verify -DGIVEN
// fencepost: verify -DNEGATIVE
// fencepost: verify -DRIGHT
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const int fixed;
static char letters[2] = {'a', 'b'};

int main(void) {
#ifdef FAILS
  assert(printf("abc") == 3);
#elif defined STORED
  int n = 0;
  printf("abc%n", &n);
  assert(n == 0);
#elif defined DIGITS
  int n = 0;
  printf("%d%n", rand(), &n);
  assert(n == 1);
#elif defined NOWHERE
  printf("%n", (int *)0);
#elif defined CONST
  printf("%n", (int *)&fixed);
#elif defined PRECISION
  printf("%.3s", letters);
#elif defined GIVEN
  printf("%.*s", 3, letters);
#elif defined NEGATIVE
  printf("%.*s", -1, letters);
#elif defined RIGHT
  int n = 0, r = printf("ab%c%s%%%n%5d\n", 'x', "yz", &n, 7);
  assert(n == 6 && (r < 0 || r >= 12));
  r = printf("%.2s%.*s", letters, 1, letters);
  assert(r < 0 || r == 3);
#endif
  return 0;
}
