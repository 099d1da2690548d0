// A thread waits for one of two that were made after it: the one that it did not wait for may still be at work.
// fencepost: verify
// fencepost: verify --model aarch64 --property no-data-race
// fencepost: verify -DOTHER
// fencepost: verify --model aarch64 --property no-data-race -DOTHER
#include <pthread.h>
#include <stdatomic.h>
int x, y;
pthread_t a, b, c, d;
atomic_int ready, which;
void *write_x(void *unused) {
  x = 1;
  return 0;
}
void *write_y(void *unused) {
  y = 1;
  return 0;
}
void *choose(void *unused) {
  which = 1;
  return 0;
}
void *wait(void *unused) {
  while (!ready) {
  }
  if (which) {
    pthread_join(b, 0);
    x = 2;
  } else {
    pthread_join(c, 0);
#ifdef OTHER
    x = 2;
#else
    y = 2;
#endif
  }
  return 0;
}
int main(void) {
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, write_x, 0);
  pthread_create(&c, 0, write_y, 0);
  pthread_create(&d, 0, choose, 0);
  ready = 1;
  pthread_join(a, 0);
}
