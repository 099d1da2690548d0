// A pointer must be valid even if nothing is read or written through it (C11 7.24.1p2), which many programs ignore.
// fencepost: verify -DMEMCPY
// fencepost: verify -DMEMCPY --strict
// fencepost: verify -DMEMSET
// fencepost: verify -DMEMSET --strict
// fencepost: verify -DMEMCMP
// fencepost: verify -DMEMCMP --strict
// fencepost: verify -DSTRNCMP
// fencepost: verify -DSTRNCMP --strict
// fencepost: verify -DQSORT
// fencepost: verify -DQSORT --strict
// fencepost: verify -DFREED
// fencepost: verify -DFREED --strict
// fencepost: verify -DAT_THE_END --strict
#include <stdlib.h>
#include <string.h>

static char b[2];
static int compare(const void *a, const void *b) { return a == b; }

int main(void) {
#ifdef MEMCPY
  memcpy(b, 0, 0);
#elif defined MEMSET
  memset(0, 1, 0);
#elif defined MEMCMP
  return memcmp(b, 0, 0);
#elif defined STRNCMP
  return strncmp(0, b, 0);
#elif defined QSORT
  qsort(0, 0, 4, compare);
#elif defined FREED
  char *p = malloc(4);
  free(p);
  memmove(b, p, 0);
#elif defined AT_THE_END
  char c[2];
  memcpy(b + 2, c + 2, 0);
#endif
  return 0;
}
