/* A server that never ends: two workers serve under a lock, one at a time. No number of steps covers that, so it takes a proof. */
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int serving;

void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    serving++;
    assert(serving == 1);
    serving--;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, worker, 0);
  worker(0);
}
