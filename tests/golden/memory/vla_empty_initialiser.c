// fencepost: verify --std c23
#include <assert.h>
int main(int argc, char **) {
  int n = argc % 3 + 1;
  int a[n] = {}, b[n][2] = {};
  assert(a[n - 1] == 0 && b[n - 1][1] == 0);
}
