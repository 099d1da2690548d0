// An acquiring read somewhere in an array: it synchronises with a release only where it reads from it. Where it is cannot be
// told apart in large arrays, so they have no answer; all cells at once would be too much order.
// fencepost: verify --model rc11
// fencepost: verify --model rc11 -DCELLS=1000
// fencepost: verify --model rc11 -DCELLS=5000
// fencepost: verify --model rc11 -DCELLS=5000 -DKNOWN_PLACE
// fencepost: verify --model sc -DCELLS=5000
// fencepost: verify --model tso -DCELLS=5000
// fencepost: verify --model tso -DCELLS=5000 -DUPDATE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef CELLS
#define CELLS 4
#endif
_Atomic int cells[CELLS], data;
void *writer(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&cells[0], 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
#ifdef KNOWN_PLACE
  unsigned i = 0;
#else
  unsigned i = __VERIFIER_nondet_uint() % CELLS;
#endif
  if (atomic_load_explicit(&cells[0], memory_order_relaxed) == 1) {
#ifdef UPDATE
    atomic_fetch_add_explicit(&cells[i], 1, memory_order_acquire);
#else
    atomic_load_explicit(&cells[i], memory_order_acquire);
#endif
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  }
  pthread_join(thread, 0);
}
