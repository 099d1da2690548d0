// fencepost: verify
#include <assert.h>
int sum;
int main(void) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Weverything"
#pragma omp parallel for
  for (int i = 0; i < 3; i++) sum += i;
#pragma GCC diagnostic pop
  assert(sum == 3);
}
