// fencepost: verify
#include <assert.h>
#include <limits.h>
int main(void) {
  unsigned x = UINT_MAX;
  x += 2;
  assert(x == 1);
  x -= 2;
  assert(x == UINT_MAX);
  assert(-1 > 0u);
  return 0;
}
