// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model sc -DONCE
// The other thread's local lives when it is first used, and is dead the next time.
#include <pthread.h>
#include <stdatomic.h>
static int x;
static _Atomic(int *) p = &x;
static atomic_int used;
static void *owner(void *unused) {
  int local = 0;
  p = &local;
  while (!used);
  pthread_exit(0);
}
static void *user(void *unused) {
  int *q = p;
  if (q == &x) return 0;
  *q = 1;
  used = 1;
#ifndef ONCE
  *q = 2;
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(b, 0);
  used = 1;
  pthread_join(a, 0);
}
