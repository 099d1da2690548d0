// Arguments that C leaves undefined and implementations understand (C11 7.21.6.1p8-9, 7.16.1.1p2, 7.21.5.2p2).
// fencepost: verify -DADDRESS
// fencepost: verify --strict -DADDRESS
// fencepost: verify --strict -DNEGATIVE
// fencepost: verify --strict -DLARGE
// fencepost: verify --strict -DMEMORY
// fencepost: verify --strict -DINPUT
// fencepost: verify -DINPUT
// fencepost: verify --strict -DRIGHT
#include <stdio.h>

int main(void) {
  int x = 1;
#ifdef ADDRESS
  printf("%p", &x);
#elif defined NEGATIVE
  printf("%u", -x);
#elif defined LARGE
  printf("%d", 0x80000000u);
#elif defined MEMORY
  char text[16];
  sprintf(text, "%x", -x);
#elif defined INPUT
  fflush(stdin);
#elif defined RIGHT
  char text[16];
  printf("%p %p %u %d %x %c %zu", (void *)&x, text, x, 1u, 7, 'c', sizeof x);
  sprintf(text, "%x %hhu", x, -x);
  fflush(stdout);
  fflush(0);
#endif
  return 0;
}
