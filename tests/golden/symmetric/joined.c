// main waits for each of eight workers, which are exchangeable: behind the last join all have ended, so that all have counted. Of seven, one may
// not have.
// fencepost: verify --engine symmetric --property unreach-call --model sc
// fencepost: verify --engine symmetric --property unreach-call --model sc -DFIRST=1
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;
#ifndef FIRST
#define FIRST 0
#endif

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = FIRST; i < 8; i++) pthread_join(threads[i], 0);
  assert(counter == 8);
}
