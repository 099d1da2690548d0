// A loop that waits under one lock and then under another: how often it goes round does matter, since each time the other lock
// is free for a while only.
// fencepost: verify --unwind 3
#include <assert.h>
#include <pthread.h>
int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void* waker(void* arg) {
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_t b;
  pthread_create(&b, 0, waker, 0);
  while (!ready) {
    pthread_cond_wait(&c, &m);
    pthread_cond_wait(&c, &n);
  }
  assert(0);  // the second time
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, waiter, 0);
  pthread_join(a, 0);
}
