// fencepost: verify
#include <assert.h>
int twice(int x) { return 2 * x; }
int square(int x) { return x * x; }
int (*const table[])(int) = {twice, square};
int main(void) {
  assert(table[0](7) == 14);
  assert((*table[1])(7) == 49);
  return 0;
}
