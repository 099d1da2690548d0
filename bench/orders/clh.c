// The queue lock of Craig, Landin and Hagersten; two threads, one of which takes it twice, with a node each time.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  atomic_int busy;
};
static struct node nodes[4];
static struct node *_Atomic tail = &nodes[3];

static void lock(struct node *me) {
  atomic_store_explicit(&me->busy, 1, memory_order_relaxed);                        // prepare
  struct node *before = atomic_exchange_explicit(&tail, me, memory_order_relaxed);  // enqueue
  int busy = atomic_load_explicit(&before->busy, memory_order_relaxed);             // first look
  while (busy)
    busy = atomic_load_explicit(&before->busy, memory_order_relaxed);               // wait
}

static void unlock(struct node *me) {
  atomic_store_explicit(&me->busy, 0, memory_order_relaxed);  // release
}

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
