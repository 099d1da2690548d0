// A release keeps later stores behind earlier ones and waits for nothing: under pso loads pass it.
// fencepost: verify --model pso
// fencepost: verify --model pso -DSTORE
// fencepost: verify --model pso -DFULL
// fencepost: verify --model tso
// fencepost: verify --model pso -DMESSAGE
// fencepost: verify --model pso -DMESSAGE -DNO_BARRIER
// fencepost: verify --model pso -DMESSAGE -DSTORE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef FULL
#define BARRIER memory_order_seq_cst
#else
#define BARRIER memory_order_release
#endif
#ifdef STORE
#define RELEASED memory_order_release
#else
#define RELEASED memory_order_relaxed
#endif
#if defined STORE || defined NO_BARRIER
#define FENCE
#else
#define FENCE atomic_thread_fence(BARRIER)
#endif
atomic_int x, y, z, w;
int a, b, c;
static void *writes(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  FENCE;
  atomic_store_explicit(&z, 1, RELEASED);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writes, 0);
#ifdef MESSAGE
  c = atomic_load_explicit(&z, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  assert(!(c == 1 && b == 0));
#else
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  FENCE;
  atomic_store_explicit(&w, 1, RELEASED);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(thread, 0);
  assert(!(a == 0 && b == 0));
#endif
}
