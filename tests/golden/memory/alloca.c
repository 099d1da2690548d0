// fencepost: verify --entry returned
// fencepost: verify --entry freed
// fencepost: verify --entry with_array
// fencepost: verify
// What alloca gives lives until the function returns, not only its block.
#include <alloca.h>
#include <assert.h>
#include <stdlib.h>
static int *dead(void) {
  int *p = alloca(sizeof *p);
  *p = 1;
  return p;
}
int returned(void) { return *dead(); }
int freed(void) {
  free(alloca(4));
  return 0;
}
int with_array(void) {  // may die with the array, or not
  int n = 2, *p;
  {
    int a[n];
    p = alloca(sizeof *p);
    *p = 1;
  }
  return *p;
}
static int sum(int n) {
  int *p = __builtin_alloca(sizeof *p);
  *p = n;
  return n == 0 ? 0 : sum(n - 1) + *p;
}
int main(void) {
  int *all[3];
  for (int i = 0; i < 3; i++) {
    all[i] = alloca(sizeof(int));
    *all[i] = i;
  }
  assert(*all[0] + *all[1] + *all[2] == 3);
  assert(sum(3) == 6);
}
