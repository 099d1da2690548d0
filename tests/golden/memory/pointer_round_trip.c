// fencepost: verify
#include <assert.h>
#include <stdint.h>
int main(void) {
  int x = 4;
  uintptr_t bits = (uintptr_t)&x;
  int *p = (int *)bits;
  assert(*p == 4);
  assert(bits % _Alignof(int) == 0);
  return 0;
}
