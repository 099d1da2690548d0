// fencepost: verify
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int r = rand();
  assert(r >= 0);
  assert(r != 12345);  // !
  return 0;
}
