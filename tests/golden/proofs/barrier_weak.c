// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model rc11
// fencepost: verify --property unreach-call --model sc -DONCE
// A barrier that turns its sense around is used again and again. ONCE: too few meetings, so that one thread is ahead of the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int missing = 2, sense;
int x, y;

static void meet(int *mine) {
  *mine = !*mine;
  if (atomic_fetch_sub(&missing, 1) == 1) {
    atomic_store(&missing, 2);
    atomic_store(&sense, *mine);
  } else {
    while (atomic_load(&sense) != *mine) {
    }
  }
}

static void phases(int *own, int *others) {
  int mine = 0;
  for (;;) {
    *own = 1;
    meet(&mine);
    assert(*others == 1);
#ifndef ONCE
    meet(&mine);
#endif
    *own = 0;
    meet(&mine);
    assert(*others == 0);
    meet(&mine);
  }
}

void *first(void *argument) {
  phases(&x, &y);
  return 0;
}

void *second(void *argument) {
  phases(&y, &x);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  return 0;
}
