// A word that one thread writes whole and another by halves: each access is whole, whatever its size.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model pso
// fencepost: verify --model aarch64
// fencepost: verify --model power
// fencepost: verify --model rc11
// fencepost: explore --model sc
// fencepost: verify --model sc -DMIXED
// fencepost: verify --model tso -DMIXED
// fencepost: verify --model pso -DMIXED
// fencepost: verify --model aarch64 -DMIXED
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
union {
  uint32_t word;
  uint16_t half[2];
} u;
void* halves(void* arg) {
  __atomic_store_n(&u.half[0], 2, __ATOMIC_RELAXED);
  return 0;
}
void* whole(void* arg) {
  __atomic_store_n(&u.word, 0x00010001, __ATOMIC_RELAXED);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, halves, 0);
  pthread_create(&b, 0, whole, 0);
  uint32_t seen = __atomic_load_n(&u.word, __ATOMIC_RELAXED);
#ifdef MIXED
  assert(seen != 0x00010002);
#else
  assert(seen == 0 || seen == 2 || seen == 0x00010001 || seen == 0x00010002);
#endif
}
