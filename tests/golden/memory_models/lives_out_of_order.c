// Whether an object lives is asked just before the access that needs to know, which machines may do late or early, and in another order
// than that of the program. So a lock of queued waiters on their stacks is right (MCS), and so is a full fence behind the
// last store to what is lent; a barrier for loads does not hold that store back, nor does a store to another member.
// fencepost: verify --model aarch64 -DQUEUE
// fencepost: verify --model riscv -DQUEUE
// fencepost: verify --model tso -DQUEUE
// fencepost: verify --model aarch64 -DQUEUE -DEARLY
// fencepost: verify --model aarch64 -DQUEUE --encoding monolithic --timeout 60
// fencepost: verify --model aarch64
// fencepost: verify --model aarch64 -DBEHIND=memory_order_acquire
// fencepost: verify --model riscv -DBEHIND=memory_order_acquire
// fencepost: verify --model aarch64 -DBEHIND=memory_order_seq_cst
// fencepost: verify --model riscv -DBEHIND=memory_order_release
// fencepost: verify --model aarch64 -DMEMBER
// fencepost: verify --model aarch64 -DMEMBER -DBEHIND=memory_order_release
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#ifdef BEHIND
#define FENCE() atomic_thread_fence(BEHIND)
#else
#define FENCE()
#endif
#ifdef QUEUE
struct waiter {
  atomic_int waits;
  _Atomic(uintptr_t) next;
};
static _Atomic(uintptr_t) last;
static void *worker(void *unused) {
  struct waiter mine;
  atomic_init(&mine.waits, 1);
  atomic_init(&mine.next, 0);
  struct waiter *before = (struct waiter *)atomic_exchange(&last, (uintptr_t)&mine);
  if (before) {
    atomic_store_explicit(&before->next, (uintptr_t)&mine, memory_order_relaxed);
    while (atomic_load_explicit(&mine.waits, memory_order_relaxed)) {
    }
  }
  struct waiter *next = (struct waiter *)atomic_load_explicit(&mine.next, memory_order_relaxed);
  if (!next) {
    uintptr_t me = (uintptr_t)&mine;
    if (atomic_compare_exchange_strong(&last, &me, 0)) return unused;
#ifdef EARLY
    return unused;
#endif
    while (!(next = (struct waiter *)atomic_load_explicit(&mine.next, memory_order_relaxed))) {
    }
  }
  atomic_store_explicit(&next->waits, 0, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
#else
struct lent {
  atomic_int content, done;
};
static atomic_int outside;
static void *user(void *lent) {
  struct lent *it = lent;
  atomic_store_explicit(&it->content, 1, memory_order_relaxed);
  FENCE();
#ifdef MEMBER
  atomic_store_explicit(&it->done, 1, memory_order_relaxed);
#else
  atomic_store_explicit(&outside, 1, memory_order_relaxed);
#endif
  return 0;
}
static void lend(void) {
  pthread_t thread;
  struct lent mine = {0, 0};
  pthread_create(&thread, 0, user, &mine);
#ifdef MEMBER
  while (!atomic_load_explicit(&mine.done, memory_order_acquire)) {
  }
#else
  while (!atomic_load_explicit(&outside, memory_order_acquire)) {
  }
#endif
}
int main(void) { lend(); }
#endif
