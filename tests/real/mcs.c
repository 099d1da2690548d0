// The lock of Mellor-Crummey and Scott: each thread waits for a word of its own. BUG: the lock is passed on without order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BUG
#define PASS memory_order_relaxed
#else
#define PASS memory_order_release
#endif

struct node {
  struct node *_Atomic next;
  atomic_int is_waiting;
};
static struct node *_Atomic tail;
static struct node nodes[2];
static int shared;

static void lock(struct node *me) {
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->is_waiting, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  if (before == NULL) return;
  atomic_store_explicit(&before->next, me, memory_order_release);
  while (atomic_load_explicit(&me->is_waiting, memory_order_acquire)) {
  }
}

static void unlock(struct node *me) {
  struct node *next = atomic_load_explicit(&me->next, memory_order_acquire), *expected = me;
  if (next == NULL) {
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release, memory_order_relaxed)) return;
    while ((next = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL) {
    }
  }
  atomic_store_explicit(&next->is_waiting, 0, PASS);
}

static void *run(void *argument) {
  lock(argument);
  ++shared;
  unlock(argument);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, run, &nodes[0]);
  run(&nodes[1]);
  pthread_join(other, 0);
  assert(shared == 2);
  return 0;
}
