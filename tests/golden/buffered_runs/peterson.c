// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call
// fencepost: verify --model sc --engine cegar --property unreach-call
// Peterson's lock without fences, taken again and again.
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void) { __builtin_trap(); }
atomic_int flag[2], turn, inside;
#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
void enter_and_leave(int me) {
  STORE(flag[me], 1);
  STORE(turn, 1 - me);
  while (LOAD(flag[1 - me]) == 1 && LOAD(turn) == 1 - me) {
  }
  if (LOAD(inside)) reach_error();
  atomic_fetch_add(&inside, 1);
  atomic_fetch_sub(&inside, 1);
  STORE(flag[me], 0);
}
void *other(void *unused) {
  for (;;) enter_and_leave(1);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) enter_and_leave(0);
}
