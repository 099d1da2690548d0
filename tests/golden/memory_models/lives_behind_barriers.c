// Whether an object lives is asked just before the access, behind the barriers that belong to it: the barrier before a release store does not
// hold back that store, which can come after the flag and the free. A copy or a fill is a store as well, which no barrier for loads
// holds back. And what is asked for a store is no load that a barrier between loads keeps behind them: the promise of the store stays possible.
// fencepost: verify --model riscv
// fencepost: verify --model riscv --encoding monolithic
// fencepost: verify --model power
// fencepost: verify --model sc
// fencepost: verify --model riscv -DBEHIND
// fencepost: verify --model power -DBEHIND
// fencepost: verify --model aarch64 -DCOPIED
// fencepost: verify --model aarch64 -DFILLED
// fencepost: verify --model riscv -DPROMISED
// fencepost: verify --model aarch64 -DPROMISED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef PROMISED
#ifdef __riscv
#define LOADS_IN_ORDER() __asm__ volatile("fence r,r" ::: "memory")
#else
#define LOADS_IN_ORDER() __asm__ volatile("dmb ishld" ::: "memory")
#endif
static atomic_int *lent, promise, kept, no_more;
static int first, second;
static void *keeps(void *unused) {
  first = atomic_load_explicit(&promise, memory_order_relaxed);
  LOADS_IN_ORDER();
  atomic_store_explicit(lent, 1, memory_order_relaxed);
  return unused;
}
static void *promises(void *unused) {
  second = atomic_load_explicit(lent, memory_order_relaxed);
  atomic_store_explicit(&promise, second, memory_order_relaxed);
  return unused;
}
static void *frees(void *unused) {
  if (atomic_load(&no_more)) free(lent);
  return unused;
}
int main(void) {
  pthread_t threads[3];
  lent = calloc(1, sizeof *lent);
  pthread_create(&threads[0], 0, keeps, 0);
  pthread_create(&threads[1], 0, promises, 0);
  pthread_create(&threads[2], 0, frees, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(!(first == 1 && second == 1));
}
#else
struct pair {
  int a, b;
};
static atomic_int done;
static void *user(void *lent) {
#if defined COPIED
  struct pair pair = {1, 2};
  *(struct pair *)lent = pair;
  atomic_thread_fence(memory_order_acquire);
#elif defined FILLED
  memset(lent, 1, sizeof(struct pair));
  atomic_thread_fence(memory_order_acquire);
#else
  atomic_store_explicit((atomic_int *)lent, 1, memory_order_release);
#ifdef BEHIND
  atomic_thread_fence(memory_order_release);
#endif
#endif
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t thread;
  struct pair *lent = calloc(1, sizeof *lent);
  pthread_create(&thread, 0, user, lent);
  if (atomic_load_explicit(&done, memory_order_acquire)) free(lent);
  pthread_join(thread, 0);
}
#endif
