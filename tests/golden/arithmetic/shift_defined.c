// fencepost: verify
#include <assert.h>
int main(void) {
  unsigned n = 31;
  assert((1u << n) == 2147483648u);
  assert((-8 >> 1) == -4);
  long long one = 1;
  assert((one << 40) == 1099511627776LL);
  return 0;
}
