// A thread waits for the one that runs main, which ends by pthread_exit; if main returns instead, nobody goes on.
// fencepost: verify
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --property no-deadlock
// fencepost: verify -DTOO_EARLY
// fencepost: verify -DRETURNS
// fencepost: verify -DEACH_OTHER --property no-deadlock
#include <assert.h>
#include <pthread.h>
pthread_t first, second;
int x, y;
void *wait_for_main(void *unused) {
#ifndef TOO_EARLY
  pthread_join(first, 0);
#endif
  assert(x == 1);
#ifdef RETURNS
  assert(0);
#endif
  return 0;
}
int main(void) {
  first = pthread_self();
  pthread_create(&second, 0, wait_for_main, 0);
  x = 1;
#ifdef RETURNS
  return 0;
#endif
#ifdef EACH_OTHER
  pthread_join(second, 0);
#endif
  pthread_exit(0);
}
