// Flags, widths and precisions that a conversion does not take (C11 7.21.6.1p4-6, p8).
// fencepost: verify -DHASH
// fencepost: verify -DZERO
// fencepost: verify -DCHARACTER
// fencepost: verify -DPERCENT
// fencepost: verify -DWIDE_PERCENT
// fencepost: verify -DCOUNT
// fencepost: verify -DRIGHT
#include <stdio.h>

int main(void) {
#ifdef HASH
  printf("%#d", 2);
#elif defined ZERO
  printf("%0s", "a");
#elif defined CHARACTER
  printf("%.2c", 'a');
#elif defined PERCENT
  printf("100%");
#elif defined WIDE_PERCENT
  printf("%5%");
#elif defined COUNT
  int n;
  printf("%5n", &n);
#elif defined RIGHT
  printf("%#x %05d %.2f %-5s %+d %08p 100%%\n", 2u, 3, 1.5, "a", 1, (void *)0);
#endif
  return 0;
}
