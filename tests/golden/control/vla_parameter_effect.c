// fencepost: verify
#include <assert.h>
int calls, n = 2;
int count(void) { calls++; return n; }
int last(int a[count()]) { return a[n - 1]; }
int corner(int a[n++][2]) { return a[0][1]; }
int main(void) {
  int a[2] = {1, 2}, b[2][2] = {{3, 4}};
  assert(last(a) == 2 && calls == 1);
  assert(corner(b) == 4 && n == 3);
}
