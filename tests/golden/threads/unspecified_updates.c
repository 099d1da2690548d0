// fencepost: verify --entry added
// fencepost: verify --entry added --uninit unspecified
// fencepost: verify --entry incremented --uninit unspecified
// fencepost: verify --entry exchanged --uninit unspecified
// fencepost: verify --entry compared --uninit unspecified
// fencepost: verify --entry loaded --uninit unspecified
// fencepost: verify --entry loaded_twice --uninit unspecified
// fencepost: verify --entry flag --uninit unspecified
// fencepost: verify --entry older --uninit unspecified
// fencepost: verify --entry other_thread --uninit unspecified
// An update of what is not initialised reads some value, which it gives back and computes with (7.17.7.5); the object holds the result.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
void added(void) {
  atomic_uint x;
  unsigned before = atomic_fetch_add(&x, 1), after = x;
  assert(after == before + 1);
}
void incremented(void) {
  atomic_uint x;
  unsigned before = x++, after = x;
  assert(after == before + 1);
}
void exchanged(void) {
  atomic_int x;
  int before = atomic_exchange(&x, 3);
  assert(before == before && x == 3);
}
void compared(void) {
  atomic_int x;
  int expected = 0;
  if (atomic_compare_exchange_strong(&x, &expected, 1))
    assert(x == 1);
  else
    assert(expected != 0);
}
void loaded(void) {
  atomic_int x;
  int value = atomic_load(&x);
  assert(value == value);
}
void loaded_twice(void) {
  atomic_int x;
  int one = atomic_load(&x), two = atomic_load(&x);
  assert(one == two);  // each reads its own
}
void flag(void) {
  atomic_flag set;
  assert(!atomic_flag_test_and_set(&set));
}
void older(void) {
  unsigned x;
  unsigned before = __sync_fetch_and_add(&x, 1), after = x;
  assert(after == before + 1);
}
atomic_int *object;
void *sets(void *unused) {
  atomic_fetch_or(object, 1);
  return 0;
}
void other_thread(void) {
  object = malloc(sizeof *object);
  if (!object) return;
  pthread_t id;
  pthread_create(&id, 0, sets, 0);
  pthread_join(id, 0);
  assert(atomic_load(object) & 1);
}
