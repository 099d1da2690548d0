// What comes after an access whose place rests on a read waits until that place is known, on every machine, even if nobody
// else uses what is accessed (addr; po; [W]).
// fencepost: verify --model aarch64
// fencepost: verify --model power
// fencepost: verify --model riscv
// fencepost: verify --model imm
// fencepost: verify --model c11
// fencepost: verify --model aarch64 -DWRITES
// fencepost: verify --model aarch64 -DCOPIES
// fencepost: verify --model aarch64 -DSAME_PLACE
// fencepost: verify --model power -DSAME_PLACE
// fencepost: verify --model aarch64 -DCELLS=5000
// fencepost: verify --model tso -DCELLS=5000
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef CELLS
#define CELLS 4
#endif
struct pair { int first, second; };
_Atomic unsigned x, y;
struct pair cells[CELLS], copy;
int found;
unsigned r1, r2;
void *left(void *unused) {
  r1 = atomic_load_explicit(&x, memory_order_relaxed);
#if defined WRITES
  cells[r1 % CELLS].second = 1;
#elif defined COPIES
  copy = cells[r1 % CELLS];
#elif defined SAME_PLACE
  found = cells[2].second;
#else
  found = cells[r1 % CELLS].second;
#endif
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return 0;
}
void *right(void *unused) {
  r2 = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, r2 + __VERIFIER_nondet_uint(), memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(r1 == 1 && r2 == 1));
}
