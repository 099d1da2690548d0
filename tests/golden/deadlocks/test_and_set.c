// fencepost: verify --property liveness
// fencepost: verify --property liveness -DLEFT_LOCKED
// fencepost: verify --property liveness -DLEFT_LOCKED --model tso
// Spin locks by exchange: an iteration that writes what it read only waits.
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock;
void *worker(void *unused) {
  while (atomic_exchange(&lock, 1)) {
  }
#ifndef LEFT_LOCKED
  atomic_store(&lock, 0);
#endif
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_create(&c, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
