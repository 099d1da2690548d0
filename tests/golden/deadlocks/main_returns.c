// fencepost: verify --property liveness
// fencepost: verify --property liveness --model rc11
// fencepost: verify --property liveness --model rc11 -DSET
// fencepost: verify --property liveness -DEXIT
// fencepost: verify --property no-deadlock
// A loop that waits for what nobody does is none the better for it that `main` returns, which ends the program before long.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int flag;
void *waiter(void *unused) {
  while (!flag) {
  }
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
#ifdef SET
  flag = 1;
#endif
#ifdef EXIT
  exit(0);
#endif
}
