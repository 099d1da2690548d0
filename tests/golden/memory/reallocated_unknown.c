// realloc to a size that is not known: what fits of the old contents is there.
// fencepost: verify --entry grown
// fencepost: verify --entry beyond
// fencepost: verify --entry loop
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int some(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) exit(0);
  return n;
}

void grown(void) {
  int n = some(), *a = malloc(2 * sizeof *a);
  a[0] = 7;
  a[1] = 8;
  a = realloc(a, (size_t)n * sizeof *a);
  assert(a[0] == 7 && (n < 2 || a[1] == 8));
  free(a);
}

int beyond(void) {
  int n = some(), *a = malloc(2 * sizeof *a);
  a[0] = a[1] = 7;
  a = realloc(a, (size_t)n * sizeof *a);
  return a[1];
}

void loop(void) {
  int n = some(), size = 0, *a = NULL;
  for (int i = 0; i < n; ++i) {
    a = realloc(a, (size_t)++size * sizeof *a);
    a[i] = i;
  }
  assert(a[n - 1] == n - 1);
  free(a);
}
