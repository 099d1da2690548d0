// Store buffering: each thread misses the other's store. Only a store buffer does that, and a fence forbids it.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model pso
// fencepost: verify --model tso -DFENCE
// fencepost: verify --model pso -DFENCE
// fencepost-text: verify --model tso --color never
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x, y, r1, r2;
#ifdef FENCE
#define fence() atomic_thread_fence(memory_order_seq_cst)
#else
#define fence()
#endif
void* left(void* arg) {
  x = 1;
  fence();
  r1 = y;
  return 0;
}
void* right(void* arg) {
  y = 1;
  fence();
  r2 = x;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r1 == 1 || r2 == 1);
}
