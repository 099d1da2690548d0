// Peterson's lock, taken for ever: with fences the stores of a thread have left its buffer before it looks at the other's.
// fencepost-text: robust --model tso -DFENCED
// fencepost-text: robust --model pso -DFENCED --unwind 1
// fencepost: robust --model tso
#include <pthread.h>
#include <stdatomic.h>
#ifdef FENCED
#define FENCE() atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE()
#endif
atomic_int flag[2], turn;
#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
void enter_and_leave(int me) {
  STORE(flag[me], 1);
  FENCE();
  STORE(turn, 1 - me);
  FENCE();
  while (LOAD(flag[1 - me]) == 1 && LOAD(turn) == 1 - me) {
  }
  STORE(flag[me], 0);
  FENCE();
}
void *other(void *unused) {
  for (;;) enter_and_leave(1);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) enter_and_leave(0);
}
