// 20/LAMPORT: Lamport's fast lock (TOCS 5, 1987, algorithm 2) for two threads: who meets nobody enters after seven accesses.
//
// -DBUG: who has been overtaken does not wait for the one that may have found the gate open before it. Both threads are needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool first_comes, second_comes;
atomic_int last;  // who has come last
atomic_int gate;  // who has it; 0: open
atomic_int inside;

static void critical_section(int me) {
  inside = me;
  assert(inside == me);
}

static void enter(int me, atomic_bool *mine, atomic_bool *other) {
  for (;;) {
    *mine = 1;
    last = me;
    if (gate != 0) {
      *mine = 0;
      while (gate != 0) {
      }
      continue;
    }
    gate = me;
    if (last == me) return;
    *mine = 0;
#ifndef BUG
    while (*other) {
    }
#endif
    if (gate == me) return;
    while (gate != 0) {
    }
  }
}

static void leave(atomic_bool *mine) {
  gate = 0;
  *mine = 0;
}

void *first(void *unused) {
  enter(1, &first_comes, &second_comes);
  critical_section(1);
  leave(&first_comes);
  return 0;
}

void *second(void *unused) {
  enter(2, &second_comes, &first_comes);
  critical_section(2);
  leave(&second_comes);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
}
