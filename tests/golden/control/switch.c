// fencepost: verify
#include <assert.h>
int kind(int c) {
  int n = 0;
  switch (c) {
    case 1: n = 10;
    case 2: n += 1; break;
    default: n = -1;
    case 7: n += 100;
  }
  return n;
}
int main(void) {
  assert(kind(1) == 11);
  assert(kind(2) == 1);
  assert(kind(7) == 100);
  assert(kind(9) == 99);
  return 0;
}
