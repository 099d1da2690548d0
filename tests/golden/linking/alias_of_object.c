// fencepost: verify
#include <assert.h>
int x;
extern int y __attribute__((alias("x")));
int main(void) {
  y = 1;
  assert(x == 0);
}
