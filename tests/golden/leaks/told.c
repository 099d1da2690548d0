// fencepost-text: verify --property valid-memtrack
// fencepost-text: verify --property valid-memcleanup
// fencepost-text: verify --check memory-leak --check unfreed --all-violations
// fencepost-text: run --check memory-leak --check unfreed
// What the reports say.
#include <stdlib.h>
static int *kept;
static void work(int value) {
  int *lost = malloc(sizeof *lost);
  *lost = value;
}
int main(void) {
  kept = calloc(1, sizeof *kept);
  work(7);
  return 0;
}
