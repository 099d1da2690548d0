// fencepost-text: verify --model rc11
#include <pthread.h>
static volatile int done;
static void *worker(void *unused) {
  done = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (!done) {
  }
  pthread_join(t, 0);
  return 0;
}
