// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model tso
// Two increments of which one is lost: the execution graph is put in an order that replay follows.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *f(void *u) {
  int a = atomic_load(&x);
  atomic_store(&x, a + 1);
  return u;
}
void *g(void *u) {
  atomic_fetch_add(&x, 1);
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, f, 0);
  pthread_create(&t, 0, g, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(x == 2);
}
