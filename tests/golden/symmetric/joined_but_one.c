// main waits for seven of eight workers: one may not have counted.
// fencepost: verify --engine symmetric --property unreach-call --model sc
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 1; i < 8; i++) pthread_join(threads[i], 0);
  assert(counter == 8);
}
