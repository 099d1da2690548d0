// The queue of Michael and Scott with a hazard pointer: who dequeues announces the node that it looks at, and it is freed when nobody
// announces it. BUG: the announcement is not checked against the head again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *_Atomic next;
  int value;
};
static struct node *_Atomic head, *_Atomic tail;
static struct node *_Atomic hazards[2];

static struct node *made(int value) {
  struct node *node = malloc(sizeof *node);
  atomic_init(&node->next, NULL);
  node->value = value;
  return node;
}

static void enqueue(int value) {
  struct node *node = made(value), *last = atomic_load(&tail), *none = NULL;
  if (atomic_compare_exchange_strong(&last->next, &none, node)) atomic_store(&tail, node);
}

static int dequeue(int me) {
  struct node *first = atomic_load(&head);
  atomic_store(&hazards[me], first);
#ifndef BUG
  if (atomic_load(&head) != first) return -1;
#endif
  struct node *next = atomic_load(&first->next);
  if (next == NULL) return -1;
  if (!atomic_compare_exchange_strong(&head, &first, next)) return -1;
  atomic_store(&hazards[me], NULL);
  if (atomic_load(&hazards[1 - me]) != first) free(first);
  return 0;
}

static void *run(void *unused) {
  dequeue(1);
  return unused;
}

int main(void) {
  pthread_t other;
  struct node *first = made(0);
  atomic_init(&head, first);
  atomic_init(&tail, first);
  enqueue(7);
  pthread_create(&other, 0, run, 0);
  dequeue(0);
  pthread_join(other, 0);
  return 0;
}
