// fencepost: verify --engine cegar --property unreach-call
// fencepost: verify --engine cegar --property unreach-call -DOPEN
// Two threads that count for long under a mutex keep what it protects.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *worker(void *unused) {
  for (int i = 0; i < 1000000; i++) {
    pthread_mutex_lock(&mutex);
    x++;
#ifdef OPEN
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
    y++;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&mutex);
    assert(x == y);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, 0);
}
