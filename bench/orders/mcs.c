// The queue lock of Mellor-Crummey and Scott; two threads, one of which takes it twice, with a node each time.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *_Atomic next;
  atomic_int waits;
};
static struct node *_Atomic tail;

static void lock(struct node *me) {
  atomic_store_explicit(&me->next, 0, memory_order_relaxed);                          // clear
  atomic_store_explicit(&me->waits, 1, memory_order_relaxed);                         // prepare
  struct node *before = atomic_exchange_explicit(&tail, me, memory_order_relaxed);    // enqueue
  if (before) {
    atomic_store_explicit(&before->next, me, memory_order_relaxed);                   // link
    while (atomic_load_explicit(&me->waits, memory_order_relaxed))                    // wait
      ;
  }
}

static void unlock(struct node *me) {
  struct node *after = atomic_load_explicit(&me->next, memory_order_relaxed);         // look
  if (!after) {
    struct node *expected = me;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, 0, memory_order_relaxed, memory_order_relaxed))  // leave
      return;
    do
      after = atomic_load_explicit(&me->next, memory_order_relaxed);                  // await link
    while (!after);
  }
  atomic_store_explicit(&after->waits, 0, memory_order_relaxed);                      // hand over
}

static struct node nodes[3];
static int data;

static void *first(void *unused) {
  lock(&nodes[0]);
  data = data + 1;
  unlock(&nodes[0]);
  lock(&nodes[1]);
  data = data + 1;
  unlock(&nodes[1]);
  return 0;
}

static void *second(void *unused) {
  lock(&nodes[2]);
  data = data + 1;
  unlock(&nodes[2]);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(data == 3);
  return 0;
}
