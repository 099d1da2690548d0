// fencepost: verify
#include <assert.h>
struct flags {
  unsigned low : 3;
  signed high : 4;
  unsigned : 0;
  unsigned rest : 31;
};
int main(void) {
  struct flags f = {9, 7, 1};
  assert(f.low == 1);
  f.low += 7;
  assert(f.low == 0);
  f.high = -8;
  assert(f.high == -8);
  assert(f.rest == 1);
  return 0;
}
