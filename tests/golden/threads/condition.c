// fencepost: verify --unwind 2
// A wait may end without a signal, so the loop has no bound.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
int ready;
void *other(void *unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, other, 0);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&cond, &mutex);
  assert(ready);
  pthread_mutex_unlock(&mutex);
}
