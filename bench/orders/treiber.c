// Treiber's stack: each thread pushes a node, then pops one. Nodes are not used again, since that needs hazard pointers or counters.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *_Atomic next;
};
static struct node nodes[2];
static struct node *_Atomic top;

static void push(struct node *node) {
  for (;;) {
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);    // look
    atomic_store_explicit(&node->next, old, memory_order_relaxed);          // link
    if (atomic_compare_exchange_strong_explicit(&top, &old, node, memory_order_relaxed, memory_order_relaxed))  // push
      return;
  }
}

static struct node *pop(void) {
  for (;;) {
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);    // see top
    if (!old) return 0;
    struct node *next = atomic_load_explicit(&old->next, memory_order_relaxed);  // see next
    if (atomic_compare_exchange_strong_explicit(&top, &old, next, memory_order_relaxed, memory_order_relaxed))  // pop
      return old;
  }
}

static int seen[2];

static void *first(void *unused) {
  nodes[0].value = 1;
  push(&nodes[0]);
  struct node *node = pop();
  seen[0] = node ? node->value : 0;
  return 0;
}

static void *second(void *unused) {
  nodes[1].value = 2;
  push(&nodes[1]);
  struct node *node = pop();
  seen[1] = node ? node->value : 0;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(seen[0] + seen[1] == 3 && seen[0] != 0 && seen[1] != 0);
  return 0;
}
