// Several loops that begin in one line have one name.
// fencepost-text: verify --loops
// fencepost-text: verify --loops --unwindset lock.6:3
#include <stdatomic.h>
static atomic_int taken;
static void lock(void) { while (atomic_exchange(&taken, 1)) while (atomic_load(&taken)) atomic_load(&taken); }

int main(void) {
  lock();
again:
  if (atomic_load(&taken) == 2) goto again;
  return 0;
}
