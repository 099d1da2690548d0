// Without a model ISO C speaks, and sc stands for it only in programs without a data race.
// fencepost-text: robust
// fencepost-text: robust --engine cegar
#include <pthread.h>

int x, y, a, b;

void *first(void *unused) {
  x = 1;
  a = y;
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
  return 0;
}
