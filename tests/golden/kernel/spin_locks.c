// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DNO_LOCK
// fencepost: verify --model lkmm -DTRY
// Plain accesses under a lock exclude each other.
#include <assert.h>
#include <linux.h>
DEFINE_SPINLOCK(lock);
int counter, failed;
void add(void) {
#if defined TRY
  if (!spin_trylock(&lock)) {
    WRITE_ONCE(failed, 1);
    return;
  }
#elif !defined NO_LOCK
  spin_lock(&lock);
#endif
  counter = counter + 1;
#ifndef NO_LOCK
  spin_unlock(&lock);
#endif
}
int main(void) {
  {-{ { add(); } ||| { add(); } }-}
  assert(counter == 2 || (counter == 1 && failed));
}
