// What a model of the user forbids two threads it may allow to three: load buffering.
// fencepost: verify --model memory_models/own_three_threads.cat
// fencepost: verify --model memory_models/own_three_threads.cat -DTWO
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, z, r[3];
void *f(void *unused) {
  r[0] = atomic_load(&x);
  atomic_store(&y, 1);
  return 0;
}
void *g(void *unused) {
  r[1] = atomic_load(&y);
#ifdef TWO
  atomic_store(&x, 1);
#else
  atomic_store(&z, 1);
#endif
  return 0;
}
void *h(void *unused) {
  r[2] = atomic_load(&z);
  atomic_store(&x, 1);
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
#ifndef TWO
  pthread_create(&c, 0, h, 0);
  pthread_join(c, 0);
#else
  r[2] = 1;
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(r[0] && r[1] && r[2]));
}
