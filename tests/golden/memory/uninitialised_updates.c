// fencepost: verify --entry added
// fencepost: verify --entry incremented
// fencepost: verify --entry compound
// fencepost: verify --entry exchanged
// fencepost: verify --entry compared
// fencepost: verify --entry flag
// fencepost: verify --entry legacy
// fencepost: verify --entry stored
// fencepost: verify --entry initialised
// fencepost: verify --entry added --uninit unspecified
// An update reads, and what is not initialised has nothing to be read; an atomic store may come first.
#include <assert.h>
#include <stdatomic.h>
void added(void) {
  atomic_int x;
  atomic_fetch_add(&x, 1);
}
void incremented(void) {
  _Atomic int x;
  x++;
}
void compound(void) {
  _Atomic int x;
  x |= 1;
}
int exchanged(void) {
  atomic_int x;
  return atomic_exchange(&x, 1);
}
void compared(void) {
  atomic_int x;
  int zero = 0;
  atomic_compare_exchange_strong(&x, &zero, 1);
}
int flag(void) {
  atomic_flag set;
  return atomic_flag_test_and_set(&set);
}
void legacy(void) {
  int x;
  __sync_fetch_and_add(&x, 1);
}
void stored(void) {
  atomic_int x;
  atomic_store(&x, 1);
  assert(atomic_fetch_add(&x, 1) == 1);
}
void initialised(void) {
  atomic_int x;
  atomic_init(&x, 1);
  x++;
  assert(x == 2);
}
