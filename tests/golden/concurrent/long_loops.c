// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call -D LOCKED -D N=3
// fencepost: verify --property unreach-call -D N=4
// A loop that surely goes on for long is not unrolled to its end before anything is asked, and a short one is.
#include <pthread.h>
void reach_error(void);
#ifndef N
#define N 100000
#endif
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int held;

void *worker(void *unused) {
  for (int i = 0; i < N; i++) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    held++;
    if (held != 1) reach_error();
    held--;
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
