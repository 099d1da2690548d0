// errno: where the library says why it failed, and where it may have changed all the same (C11 7.5p3).
// fencepost: verify -DWRITTEN
// fencepost: verify -DOPENED
// fencepost: verify -DNO_NUMBER
// fencepost: verify --malloc-may-fail -DMEMORY_KEPT
// fencepost: verify --malloc-may-fail -DMEMORY
// fencepost: verify -DRIGHT
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  errno = 0;
#ifdef WRITTEN
  puts("x");
  assert(errno == 0);
#elif defined OPENED
  if (fopen("x", "r")) assert(errno == 0);
#elif defined NO_NUMBER
  strtol("x", 0, 10);
  assert(errno == 0);
#elif defined MEMORY_KEPT
  void *p = malloc(4);
  assert(errno == 0);
  free(p);
#elif defined MEMORY
  void *p = malloc(4), *q = calloc(2, 4), *r = realloc(0, 4);
  if (!p || !q || !r) assert(errno == ENOMEM);
  free(p), free(q), free(r);
#elif defined RIGHT
  assert(strtol("7", 0, 10) == 7 && strlen("x") == 1 && errno == 0);
  if (!fopen("x", "r")) assert(errno > 0);
  errno = 0;
  if (remove("x") != 0) assert(errno > 0);
  errno = 0;
  if (rename("x", "y") != 0) assert(errno > 0);
  puts("x");
  assert(errno >= 0);
#endif
  return 0;
}
