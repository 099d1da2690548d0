// 16/PETERSON: Peterson's lock (Information Processing Letters 12, 1981) for two threads.
//
// -DBUG: each gives the turn away before it says that it wants to enter. Both threads are needed: the first gives the turn to the second, the
// second gives it back and enters, since the first does not want yet; then the first wants, and it is its turn.
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
  turn = 1;
  first_wants = 1;
#else
  first_wants = 1;
  turn = 1;
#endif
  while (second_wants && turn == 1) {
  }
  critical_section(0);
  first_wants = 0;
  return 0;
}

void *second(void *unused) {
#ifdef BUG
  turn = 0;
  second_wants = 1;
#else
  second_wants = 1;
  turn = 0;
#endif
  while (first_wants && turn == 0) {
  }
  critical_section(1);
  second_wants = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
}
