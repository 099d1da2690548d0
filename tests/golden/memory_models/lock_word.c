// A lock in one byte and a counter beside it, which a compare-exchange updates together if the lock is free (lockref of the
// Linux kernel).
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model aarch64
// fencepost: verify --model tso -DUNLOCKED
// fencepost: verify --model aarch64 -DUNLOCKED
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
union {
  uint32_t both;
  struct {
    uint16_t lock, count;
  };
} ref;
void* update(void* arg) {
  uint32_t old = 0;
  uint32_t fresh = 0x00010000;
#ifdef UNLOCKED
  __atomic_store_n(&ref.count, 1, __ATOMIC_SEQ_CST);
#else
  __atomic_compare_exchange_n(&ref.both, &old, fresh, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#endif
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, update, 0);
  uint16_t is_free = 0;
  if (__atomic_compare_exchange_n(&ref.lock, &is_free, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    uint16_t before = __atomic_load_n(&ref.count, __ATOMIC_SEQ_CST), after = __atomic_load_n(&ref.count, __ATOMIC_SEQ_CST);
    assert(before == after);
  }
}
