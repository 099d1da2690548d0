// Barriers of machines in inline assembly.
// fencepost: verify --model power -DFENCE=sync
// fencepost: verify --model power -DFENCE=lwsync
// fencepost: verify --model aarch64 "-DFENCE=dmb ish"
// fencepost: verify --model aarch64 "-DFENCE=dmb ishst"
// fencepost: verify --model aarch64 "-DFENCE=dmb ishld"
// fencepost: verify --model riscv "-DFENCE=fence rw,rw"
// fencepost: verify --model riscv "-DFENCE=fence rw,w"
// fencepost: verify --model power -DPASS -DFENCE=lwsync
// fencepost: verify --model aarch64 -DPASS "-DFENCE=dmb ishst"
// fencepost: verify --model power -DPASS -DFENCE=isync
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define TEXT2(...) #__VA_ARGS__
#define TEXT(...) TEXT2(__VA_ARGS__)
atomic_int x, y;
int r1, r2;
void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  asm volatile(TEXT(FENCE) ::: "memory");
#ifdef PASS
  atomic_store_explicit(&y, 1, memory_order_relaxed);
#else
  r1 = atomic_load_explicit(&y, memory_order_relaxed);
#endif
  return 0;
}
void *second(void *unused) {
#ifdef PASS
  r1 = atomic_load_explicit(&y, memory_order_acquire);
#else
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  asm volatile(TEXT(FENCE) ::: "memory");
#endif
  r2 = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef PASS
  assert(!(r1 == 1 && r2 == 0));
#else
  assert(r1 || r2);
#endif
}
