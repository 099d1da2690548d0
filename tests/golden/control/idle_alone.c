// A weak compare-exchange may fail again and again, and so may whatever else is chosen: an iteration that left everything as it was need
// not happen, in a program without threads, too, and before there are any (-DTHREAD).
// fencepost: verify --engine bounded
// statistic: bounded.rounds = 1
// fencepost: verify --model sc -DTHREAD
// statistic: bounded.rounds = 1
// fencepost: verify --model aarch64 -DTHREAD
// statistic: bounded.rounds = 1
// fencepost: verify --engine bounded -DCOUNTS --unwind 3
// fencepost: verify --engine bounded -DENDLESS
// fencepost: verify --engine bounded -DLOST --check memory-leak --unwind 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
struct node {
  struct node* next;
} nodes[2];
struct node* _Atomic top;
int pushed, tries;

static void push(struct node* own) {
  own->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&top, &own->next, own, memory_order_release, memory_order_relaxed)) {
#ifdef COUNTS
    ++tries;
#elif defined LOST
    free(malloc(1));
    (void)malloc(1);
#endif
  }
  ++pushed;
}

static void* pushes(void* own) {
  push(own);
  return own;
}

int main(void) {
  push(&nodes[0]);
  assert(pushed == 1 && top == &nodes[0] && !top->next);
#ifdef COUNTS
  assert(tries < 2);
#endif
#ifdef THREAD
  pthread_t one;
  pthread_create(&one, 0, pushes, &nodes[1]);
  pthread_join(one, 0);
  assert(top == &nodes[1]);
#endif
#ifdef ENDLESS
  for (;;) {
    int asked = __VERIFIER_nondet_int();
    assert(asked != 7 || pushed == 1);
  }
#endif
}
