// A machine that is not built in needs no C++: what C's orders are there says the table beside its cat file. Store buffering is
// forbidden to sequentially consistent stores, to fences and to updates, unless the table leaves out the barrier.
// fencepost: verify --model memory_models/own_machine.cat -DORDER=memory_order_release
// fencepost: verify --model memory_models/own_machine.cat -DORDER=memory_order_seq_cst
// fencepost: verify --model memory_models/own_machine.cat -DORDER=memory_order_relaxed -DFENCE
// fencepost: verify --model memory_models/own_machine.cat -DUPDATE
// fencepost: verify --model memory_models/own_machine_without_fences.cat -DORDER=memory_order_seq_cst
// fencepost: verify --model memory_models/own_machine_without_fences.cat -DORDER=memory_order_relaxed -DFENCE
// fencepost: verify --model memory_models/own_machine_without_fences.cat -DUPDATE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int found_x, found_y;

static void put(atomic_int* place) {
#ifdef UPDATE
  atomic_exchange_explicit(place, 1, memory_order_relaxed);
#else
  atomic_store_explicit(place, 1, ORDER);
#endif
#ifdef FENCE
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

void* other(void* unused) {
  put(&y);
  found_x = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  put(&x);
  found_y = atomic_load_explicit(&y, memory_order_relaxed);
  pthread_join(thread, 0);
  assert(found_x || found_y);
}
