// Orders that are constants where functions are called; with them what else headers of locks are made of.
// fencepost: verify
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model rc11 -DO=memory_order_relaxed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <immintrin.h>
static atomic_int x, y;
static int load(atomic_int *p, memory_order o) { return atomic_load_explicit(p, o); }
static void store(atomic_int *p, int v, memory_order o) {
  switch (o) {
  case memory_order_relaxed: atomic_store_explicit(p, v, memory_order_relaxed); break;
  case memory_order_release: atomic_store_explicit(p, v, memory_order_release); break;
  default: atomic_store_explicit(p, v, memory_order_seq_cst);
  }
}
static inline void fence(memory_order o) { atomic_thread_fence(o); }
#ifndef O
#define O memory_order_seq_cst
#endif
static int a, b;
static void *one(void *u) { store(&x, 1, O); a = load(&y, O); return 0; }
static void *two(void *u) { store(&y, 1, O); b = load(&x, O); return 0; }
struct s { int h; struct { char c; short d[5]; } e[3]; };
#define kind(v) _Generic((v), int: 1, long: 2, default: 3)
typedef union { int *ip; long *lp; } either __attribute__((transparent_union));
static int through(either e) { return *e.ip; }
int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, one, 0);
  pthread_create(&s, 0, two, 0);
  pthread_join(t, 0);
  pthread_join(s, 0);
  assert(a || b);
  int i = 2;
  assert(offsetof(struct s, e[1].d[2]) == 4 + 12 + 2 + 4);
  assert(offsetof(struct s, e[i].d[i]) == 4 + 24 + 2 + 4);
  assert(kind(i) == 1 && kind(1L) == 2 && kind(1.0) == 3);
  assert(through(&i) == 2);
  int weak = 2;
  assert(!atomic_compare_exchange_strong_explicit(&x, &weak, 3, memory_order_acq_rel, memory_order_acquire));
  fence(memory_order_acquire);
  _mm_pause(); _mm_mfence(); _mm_sfence(); _mm_lfence();
  __builtin_ia32_pause(); __builtin_ia32_mfence(); __builtin_ia32_sfence(); __builtin_ia32_lfence();
  return 0;
}
