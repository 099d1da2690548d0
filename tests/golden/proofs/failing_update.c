// fencepost: verify --property no-data-race --engine cegar
// fencepost: verify --property no-data-race --engine cegar -DSUCCEEDS
// A compare-exchange that fails only reads, which is no race with another read.
#include <pthread.h>
#include <stdatomic.h>

#ifdef SUCCEEDS
#define EXPECTED 0
#else
#define EXPECTED 7
#endif

_Atomic int x;

void *updates(void *unused) {
  for (;;) {
    int expected = EXPECTED;
    atomic_compare_exchange_strong(&x, &expected, 1);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, updates, 0);
  for (;;) {
    int read = *(int *)&x;
    (void)read;
  }
}
