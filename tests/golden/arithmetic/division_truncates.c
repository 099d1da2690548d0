// fencepost: verify
#include <assert.h>
int main(void) {
  assert(-7 / 2 == -3);
  assert(-7 % 2 == -1);
  assert(7 / -2 == -3);
  assert(7 % -2 == 1);
  return 0;
}
