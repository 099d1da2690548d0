// fencepost: verify
#include <assert.h>
int factorial(int n) { return n == 0 ? 1 : n * factorial(n - 1); }
int main(void) {
  assert(factorial(6) == 720);
  return 0;
}
