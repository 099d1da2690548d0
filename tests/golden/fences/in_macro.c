// Both accesses of the second thread stand in one macro: nobody can write a fence between them.
// fencepost-text: fences --model tso
#include <assert.h>
#include <pthread.h>

int x, y, a, b;
#define EXCHANGE y = 1; b = x

void *first(void *p) {
  x = 1;
  a = y;
  return 0;
}

void *second(void *p) {
  EXCHANGE;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a || b);
  return 0;
}
