/* The kernel's spin locks (linux.h). As in its memory model, whoever does not get a lock leaves no trace: a run in which a
   thread finds it taken goes on without that thread. */
#include <fencepost_intrinsics.h>

void __fencepost_spin_lock(int* word) {
  int old = __fencepost_compare_exchange(word, 0, 1, __FENCEPOST_LOCK);
  __fencepost_await(old == 0);
}
