// fencepost: verify
#include <assert.h>

extern union {
  unsigned number;
  unsigned char bytes[4];
} both;

int main(void) {
  assert(both.bytes[0] == (both.number & 255));
  assert(both.number != 0x01020304);
  return 0;
}
