// The size of an array reads what another thread writes: a fence may stand before the declaration, although it has no initializer.
// fencepost-text: fences --model tso
#include <assert.h>
#include <pthread.h>

volatile int x, y;
unsigned long a;
int b;

void *first(void *unused) {
  x = 1;
  char v[1 + y];
  a = sizeof v - 1;
  return 0;
}

void *second(void *unused) {
  y = 1;
  b = x;
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
