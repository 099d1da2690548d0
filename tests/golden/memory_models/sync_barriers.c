// GCC's __sync built-ins are full barriers, whether they write or not; those of locks order on one side only.
// fencepost: verify --model aarch64
// fencepost: verify --model rc11
// fencepost: verify --model power
// fencepost: verify --model tso
// fencepost: verify --model aarch64 -DACROSS='__sync_bool_compare_and_swap(&z, 5, 1)'
// fencepost: verify --model power -DACROSS='__sync_val_compare_and_swap(&z, 5, 1)'
// fencepost: verify --model aarch64 -DACROSS='__sync_fetch_and_add(&z, 1)'
// fencepost: verify --model rc11 -DACROSS='__sync_or_and_fetch(&z, 1)'
// fencepost: verify --model aarch64 -DACROSS='__sync_lock_test_and_set(&z, 1)'
// fencepost: verify --model aarch64 -DACROSS='__sync_lock_release(&z)'
// fencepost: verify --model aarch64 -DACROSS='__atomic_fetch_add(&z, 1, __ATOMIC_SEQ_CST)'
// fencepost: verify --model aarch64 -DBUFFERING
// fencepost: verify --model riscv -DBUFFERING
// fencepost: verify --model tso -DBUFFERING -DACROSS='__sync_bool_compare_and_swap(&z, 5, 1)'
#include <assert.h>
#include <pthread.h>

#ifndef ACROSS
#define ACROSS __sync_bool_compare_and_swap(&z, 0, 1)
#endif

static int x, y, z, seen;

static void *other(void *unused) {
  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
  __sync_synchronize();
#ifdef BUFFERING
  seen = __atomic_load_n(&y, __ATOMIC_RELAXED);
#else
  __atomic_store_n(&y, 1, __ATOMIC_RELAXED);
#endif
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, other, 0);
#ifdef BUFFERING
  __atomic_store_n(&y, 1, __ATOMIC_RELAXED);
  ACROSS;
  int read = __atomic_load_n(&x, __ATOMIC_RELAXED);
  pthread_join(id, 0);
  assert(read || seen);
#else
  int first = __atomic_load_n(&y, __ATOMIC_RELAXED);
  ACROSS;
  int second = __atomic_load_n(&x, __ATOMIC_RELAXED);
  assert(!first || second);
  pthread_join(id, 0);
#endif
  return 0;
}
