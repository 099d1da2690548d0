// A thread reads a word of which one half is still in its store buffer: the other half comes from memory.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model pso
// fencepost: verify --model tso -DFENCED
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
union {
  uint32_t word;
  uint16_t half[2];
} u;
int x, of_word, of_x, of_other;
void* halves(void* arg) {
  __atomic_store_n(&u.half[0], 2, __ATOMIC_RELAXED);
#ifdef FENCED
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
  of_word = __atomic_load_n(&u.word, __ATOMIC_RELAXED);
  of_x = __atomic_load_n(&x, __ATOMIC_RELAXED);
  return 0;
}
void* other(void* arg) {
  __atomic_store_n(&u.word, 0x00010000, __ATOMIC_RELAXED);
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  of_other = __atomic_load_n(&u.word, __ATOMIC_RELAXED);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, halves, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(of_word == 0x00010002 && of_x == 0 && of_other == 0x00010000));
}
