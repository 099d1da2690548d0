// A linked queue with wait-free enqueue: the tail is exchanged first, and the node before is told of its successor after that, so who
// dequeues may have to wait for the link. BUG: the link is stored without order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BUG
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
  struct node *_Atomic next;
};
struct item {
  int value;
  struct node node;
};
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

static struct node head;
static struct node *_Atomic tail = &head;
static struct item items[2];

static void enqueue(struct node *added) {
  struct node *before = atomic_exchange_explicit(&tail, added, memory_order_acq_rel);
  atomic_store_explicit(&before->next, added, LINK);
}

static void *producer(void *argument) {
  struct item *item = argument;
  item->value = 5;
  atomic_store_explicit(&item->node.next, NULL, memory_order_relaxed);
  enqueue(&item->node);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, &items[0]);
  pthread_create(&b, 0, producer, &items[1]);
  if (atomic_load_explicit(&tail, memory_order_relaxed) != &head) {
    struct node *first;
    while ((first = atomic_load_explicit(&head.next, memory_order_acquire)) == NULL) {
    }
    assert(container_of(first, struct item, node)->value == 5);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
