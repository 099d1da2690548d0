// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DWANT=memory_order_release
// Peterson's lock for two threads, for ever, with plain data. All atomic accesses are seq_cst, so that it is enough that there is no race.
// Something less will not do: who wants to go in may not see that the other one wants it, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WANT
#define WANT memory_order_seq_cst
#endif

atomic_int wants0, wants1, turn;
int inside;

void *first(void *unused) {
  for (;;) {
    atomic_store_explicit(&wants0, 1, WANT);
    atomic_store(&turn, 1);
    while (atomic_load(&wants1) && atomic_load(&turn) == 1) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants0, 0);
  }
  return unused;
}

void *second(void *unused) {
  for (;;) {
    atomic_store(&wants1, 1);
    atomic_store(&turn, 0);
    while (atomic_load(&wants0) && atomic_load(&turn) == 0) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants1, 0);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
