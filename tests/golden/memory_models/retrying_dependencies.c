// Under models of machines, too, a compare-exchange that is tried again with what it found needs no bound: the run without the
// retry has fewer events and dependencies. But all that rests on the load must rest on what stands for it.
// fencepost: verify --model aarch64
// statistic: bounded.rounds = 1
// statistic: unroll.retrying-iterations > 0
// fencepost: verify --model power
// statistic: bounded.rounds = 1
// statistic: unroll.retrying-iterations > 0
// fencepost: verify --model riscv
// statistic: bounded.rounds = 1
// statistic: unroll.retrying-iterations > 0
// fencepost: verify --model aarch64 -DWRONG
// fencepost: verify --model aarch64 -DSTACK
// statistic: unroll.retrying-iterations > 0
// A failure of another order is another load:
// fencepost: verify --model aarch64 -DWEAKER --unwind 3
// statistic: unroll.retrying-iterations = 0
// What is written afterwards rests on the first read:
// fencepost: verify --model aarch64 -DKEPT --unwind 3
// statistic: unroll.retrying-iterations = 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count, flag;
struct node {
  struct node* next;
} nodes[2];
struct node* _Atomic top;

#ifdef WEAKER
#define FAILURE memory_order_acquire
#else
#define FAILURE memory_order_relaxed
#endif

static void* adds(void* node) {
#ifdef STACK
  struct node* own = node;
  own->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&top, &own->next, own, memory_order_release, memory_order_relaxed)) {
  }
#else
  int old = atomic_load_explicit(&count, memory_order_relaxed);
#ifdef KEPT
  int first = old;
#endif
  while (!atomic_compare_exchange_weak_explicit(&count, &old, old + 1, memory_order_acquire, FAILURE)) {
  }
#ifdef KEPT
  atomic_store_explicit(&flag, 1 + (first ^ first), memory_order_relaxed);
#endif
#endif
  return node;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, adds, &nodes[0]);
  pthread_create(&two, 0, adds, &nodes[1]);
#ifdef WRONG
  atomic_store_explicit(&count, 7, memory_order_relaxed);
#endif
  pthread_join(one, 0);
  pthread_join(two, 0);
#ifdef STACK
  assert(top == &nodes[0] || top == &nodes[1]);
#else
  assert(atomic_load(&count) == 2);
#endif
}
