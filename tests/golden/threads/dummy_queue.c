// fencepost: verify --model sc --unwind 6
// statistic: unroll.refuted-places > 0
// statistic: unroll.terms < 20000
// fencepost: verify --model tso --unwind 6
// statistic: unroll.terms < 20000
// fencepost: verify --model rc11 --unwind 6
// fencepost: verify --model sc -DBUG
// fencepost: verify --model rc11 -DBUG
//
// Recursion that does not happen: the dummy node is put back where it is known to be the dummy node, and not the null pointer or
// another node at its offset. Were it taken to be, the tail could lead to places where no node is, soon to any place.
//
// A wait-free queue in the style of userspace RCU: an enqueuer exchanges the tail, which points to the `next` of the last node,
// as a number, and links its node later; a dequeuer waits for that link, and puts the dummy node back behind the others when it comes to it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  _Atomic(struct node *) next;
};
struct queue {
  struct node *head;
  atomic_uintptr_t tail;  // of the `next` of the last node
  struct node dummy;
};
struct item {
  int value;
  struct node node;
};

static struct queue queue;

static void enqueue(struct queue *q, struct node *node) {
  _Atomic(struct node *) *last = (void *)atomic_exchange(&q->tail, (uintptr_t)&node->next);
  atomic_store_explicit(last, node, memory_order_release);
}

static struct node *dequeue(struct queue *q) {
  if (q->head == &q->dummy && atomic_load(&q->tail) == (uintptr_t)&q->dummy.next) return NULL;
  struct node *node = q->head, *next;
  while ((next = atomic_load_explicit(&node->next, memory_order_acquire)) == NULL) {
  }
  q->head = next;
  if (node == &q->dummy) {
    atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
    enqueue(q, node);
    return dequeue(q);
  }
  return node;
}

static void *producer(void *arg) {
  struct item *item = malloc(sizeof *item);
  if (item == NULL) return NULL;
  atomic_init(&item->node.next, NULL);
#ifdef BUG
  enqueue(&queue, &item->node);
  item->value = 42;
#else
  item->value = 42;
  enqueue(&queue, &item->node);
#endif
  return NULL;
}

static void *consumer(void *arg) {
  struct node *node = dequeue(&queue);
  if (node == NULL) return NULL;
  struct item *item = (struct item *)((char *)node - offsetof(struct item, node));
  assert(item->value == 42);
  free(item);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  queue.head = &queue.dummy;
  queue.tail = (uintptr_t)&queue.dummy.next;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
