// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call -D MOST=20
// What two threads can add up to: the order of their steps decides the values.
#include <pthread.h>
void reach_error(void);
#ifndef MOST
#define MOST 21
#endif
int a = 1, b = 1;

void *first(void *unused) {
  for (int i = 0; i < 3; i++) a += b;
  return 0;
}

void *second(void *unused) {
  for (int i = 0; i < 3; i++) b += a;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  if (a > MOST || b > MOST) reach_error();
}
