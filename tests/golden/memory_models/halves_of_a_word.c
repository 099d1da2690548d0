// A word that is written at once and read by halves: where loads pass each other, the first half may be new and the second old.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model pso
// fencepost: verify --model aarch64
// fencepost: verify --model aarch64 -DORDER=__ATOMIC_ACQUIRE
// fencepost: verify --model aarch64 -DFENCE
// fencepost: verify --model aarch64 -DOVERLAPPING
// fencepost: verify --model aarch64 --encoding monolithic
// fencepost: verify --model riscv
// fencepost: verify --model power
// fencepost: verify --model rc11
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#ifndef ORDER
#define ORDER __ATOMIC_RELAXED
#endif
union {
  uint64_t word;
  uint32_t half[2];
} u;
static void* writer(void* unused) {
  __atomic_store_n(&u.word, 0x0000000100000001, __ATOMIC_RELAXED);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  uint32_t low = __atomic_load_n(&u.half[0], ORDER);
#ifdef FENCE
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
#endif
#ifdef OVERLAPPING
  uint64_t high = __atomic_load_n(&u.word, __ATOMIC_RELAXED) >> 32;
#else
  uint32_t high = __atomic_load_n(&u.half[1], __ATOMIC_RELAXED);
#endif
  assert(!(low == 1 && high == 0));
}
