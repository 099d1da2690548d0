// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DCOPIES
// fencepost: verify --model rc11 -DCOPIES
// fencepost: verify --model sc -DBESIDE
// fencepost: verify --model tso -DBESIDE
// fencepost: verify --model sc -DKEPT
// fencepost: verify --model tso -DKEPT
// fencepost: verify --model rc11 -DKEPT
// fencepost: verify --model sc -DKEPT -DCOPIES
// fencepost: verify --model sc -DKEPT -DBESIDE

// A pointer leads to an object that is dead, or to one that is not made on this run. That the second has no content then must
// not hide that the first is used.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef KEPT
#define AUTOMATIC static
#else
#define AUTOMATIC
#endif

atomic_int *_Atomic first, *_Atomic second;

static void *other(void *unused) {
#ifdef BESIDE
  if (first) second = calloc(2, sizeof(atomic_int));
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
#ifndef BESIDE
  if (first) second = calloc(2, sizeof(atomic_int));
#endif
  {
    AUTOMATIC atomic_int local[2];
    local[1] = 0;
    second = local;
  }
  atomic_int *found = second;
#ifdef COPIES
  int copy[2] = {0, 0};
  memcpy(copy + 1, found + 1, sizeof copy[1]);
  assert(copy[1] == 0);
#else
  assert(found[1] == 0);
#endif
  pthread_join(thread, 0);
  first = calloc(2, sizeof(atomic_int));
  return 0;
}
