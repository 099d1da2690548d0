// fencepost: verify
#include <assert.h>
int n;
int next(void) { return ++n; }
int less(int a, int b) { return a < b; }
int main(void) {
  assert(less(next(), next()));  // !
  return 0;
}
