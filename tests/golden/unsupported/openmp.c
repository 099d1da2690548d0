// fencepost: verify
#include <assert.h>
int main(void) {
  int n = 0;
#pragma omp parallel for
  for (int i = 0; i < 2; i++) n = n + 1;
  assert(n == 2);
}
