// Bounds are deepened: while they are small, the run says nothing of what main does after its loop. What others see of that comes late in
// replay.
// fencepost: verify --model sc --property unreach-call --engine bounded
// fencepost: verify --model tso --property unreach-call --engine bounded
// fencepost: verify --model sc --property unreach-call
#include <assert.h>
#include <pthread.h>

int ready;

static void *worker(void *unused) {
  assert(ready);
  return 0;
}

int main(void) {
  pthread_t id;
  for (int i = 0; i < 2; i++) pthread_create(&id, 0, worker, 0);
  ready = 1;
  return 0;
}
