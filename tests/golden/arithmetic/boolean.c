// fencepost: verify
#include <assert.h>
#include <stdbool.h>
int main(void) {
  bool b = 256;
  assert(b == 1);
  b = 0.5;
  assert(b);
  b = (void *)0;
  assert(!b);
  b = !b + 1;
  assert(b == true);
  return 0;
}
