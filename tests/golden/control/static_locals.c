// fencepost: verify
#include <assert.h>
int counter(void) {
  static int n = 5;
  return n++;
}
int main(void) {
  counter();
  assert(counter() == 6);
  return 0;
}
