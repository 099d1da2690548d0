// 15/DEKKER: Dekker's lock (Dijkstra, EWD 123, 1965) for two threads. Who finds that the other wants too steps back unless it is its turn.
//
// -DBUG: each looks whether the other wants before it says that it does. Both threads are needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool first_wants, second_wants;
atomic_int turn;  // 0: of the first
atomic_int inside;

static void critical_section(int me) {
  inside = me;
  assert(inside == me);
}

void *first(void *unused) {
#ifdef BUG
  while (second_wants) {
  }
#endif
  first_wants = 1;
#ifndef BUG
  while (second_wants) {
    if (turn != 0) {
      first_wants = 0;
      while (turn != 0) {
      }
      first_wants = 1;
    }
  }
#endif
  critical_section(0);
  turn = 1;
  first_wants = 0;
  return 0;
}

void *second(void *unused) {
#ifdef BUG
  while (first_wants) {
  }
#endif
  second_wants = 1;
#ifndef BUG
  while (first_wants) {
    if (turn != 1) {
      second_wants = 0;
      while (turn != 1) {
      }
      second_wants = 1;
    }
  }
#endif
  critical_section(1);
  turn = 0;
  second_wants = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
}
