// fencepost: verify
#include <assert.h>
#include <stdint.h>
union word {
  uint32_t all;
  uint8_t byte[4];
};
int main(void) {
  union word w = {0x01020304};
  assert(w.byte[0] == 4 && w.byte[3] == 1);
  w.byte[1] = 0xff;
  assert(w.all == 0x0102ff04);
  return 0;
}
