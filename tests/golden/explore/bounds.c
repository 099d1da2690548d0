// A thread that begins an iteration too many stops there: its execution is complete within the bound.
// fencepost-text: explore --unwind 1 --blocked
// fencepost-text: explore --unwind 2 --blocked
#include <pthread.h>
#include <stdatomic.h>

atomic_int ticket, turn;

static void* draws(void* unused) {
  for (;;) {
    int mine = atomic_fetch_add(&ticket, 1);
    if (mine % 2 == 0) break;
    atomic_fetch_add(&turn, 1);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, draws, 0);
  pthread_create(&two, 0, draws, 0);
  return 0;
}
