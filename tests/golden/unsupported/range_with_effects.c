// GCC calls `next` once, others once an element.
// fencepost: verify
#include <assert.h>
int n;
int next(void) { return ++n; }
int main(void) {
  int a[4] = {[0 ... 3] = next()};
  assert(n == 4 && a[3] == 4);
}
