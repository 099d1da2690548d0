// fencepost: verify
#include <assert.h>
int main(void) {
  short a = 32767, b = 1;
  int c = a + b;
  assert(c == 32768);
  unsigned char u = 255;
  assert(u + 1 == 256);
  u++;
  assert(u == 0);
  signed char s = (signed char)200;
  assert(s == -56);
  return 0;
}
