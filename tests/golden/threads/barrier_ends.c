// fencepost: verify
// fencepost: verify --model rc11
// fencepost: verify --model tso
// fencepost: verify --check deadlock
// fencepost: verify -DSERIAL
// fencepost: verify -DEARLY
// fencepost: verify -DNOT_DESTROYED
// fencepost: verify --entry nobody
// A barrier may be destroyed, and its storage freed, as soon as nobody is blocked at it: who has not come back yet
// from its wait is none of the caller's business.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
pthread_barrier_t *barrier;
int data;
int arrive(void) { return pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD; }
void end(void) {
#ifndef NOT_DESTROYED
  pthread_barrier_destroy(barrier);
#endif
  free(barrier);
}
void *worker(void *unused) {
  data = 1;
  int is_last = arrive();
#ifdef EARLY
  arrive();
#endif
#ifdef SERIAL
  if (is_last) end();
#endif
  return 0;
}
int main(void) {
  barrier = malloc(sizeof *barrier);
  if (!barrier) return 0;
  pthread_barrier_init(barrier, 0, 2);
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  int is_last = arrive();
  assert(data == 1);
#ifdef SERIAL
  if (is_last) end();
#else
  end();
#endif
  pthread_join(id, 0);
}
void nobody(void) {
  pthread_barrier_t none;
  assert(pthread_barrier_init(&none, 0, 0) == EINVAL);
}
