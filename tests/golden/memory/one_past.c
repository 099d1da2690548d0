// fencepost: verify
#include <assert.h>
int main(void) {
  int a[3] = {1, 2, 3}, sum = 0;
  for (int *p = a; p != a + 3; ++p) sum += *p;
  assert(sum == 6);
  assert(a + 3 - a == 3);
  assert(a < a + 3);
  return 0;
}
