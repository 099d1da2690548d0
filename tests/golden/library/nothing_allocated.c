// What is asked for no bytes is null or an object of none (C11 7.22.3p1); realloc to none may free or not (DR 400).
// fencepost: verify -DMALLOC
// fencepost: verify -DMALLOC_NULL
// fencepost: verify -DCALLOC
// fencepost: verify -DCALLOC_NULL
// fencepost: verify -DALIGNED
// fencepost: verify -DREALLOC
// fencepost: verify -DREALLOC_NULL
// fencepost: verify -DFREED
// fencepost: verify -DUSED
// fencepost: verify -DRIGHT
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef MALLOC
  assert(malloc(0) != 0);
#elif defined MALLOC_NULL
  assert(malloc(0) == 0);
#elif defined CALLOC
  assert(calloc(0, 4) != 0);
#elif defined CALLOC_NULL
  assert(calloc(4, 0) == 0);
#elif defined ALIGNED
  assert(aligned_alloc(16, 0) == 0);
#elif defined REALLOC
  assert(realloc(malloc(4), 0) == 0);
#elif defined REALLOC_NULL
  assert(realloc(malloc(4), 0) != 0);
#elif defined FREED
  char *p = malloc(4);
  realloc(p, 0);
  free(p);
#elif defined USED
  char *p = malloc(0);
  if (p) *p = 1;
#elif defined RIGHT
  char *p = malloc(0), *q = malloc(0);
  assert(p == 0 || p != q);
  free(p);
  free(q);
#endif
  return 0;
}
