// The queue of Michael and Scott: each thread puts a value in, then takes one. Nodes are not used again, since that
// needs hazard pointers or counters.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *_Atomic next;
};
static struct node nodes[3];
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[0];

static void enqueue(struct node *node, int value) {
  node->value = value;
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_relaxed);         // see tail
    struct node *next = atomic_load_explicit(&last->next, memory_order_relaxed);   // see end
    if (!next) {
      if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, memory_order_relaxed, memory_order_relaxed)) {  // link
        atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_relaxed, memory_order_relaxed);            // swing
        return;
      }
    } else {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_relaxed, memory_order_relaxed);              // help
    }
  }
}

static int dequeue(void) {
  for (;;) {
    struct node *front = atomic_load_explicit(&head, memory_order_relaxed);        // see head
    struct node *last = atomic_load_explicit(&tail, memory_order_relaxed);         // see last
    struct node *next = atomic_load_explicit(&front->next, memory_order_relaxed);  // see next
    if (!next) return 0;
    if (front == last) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_relaxed, memory_order_relaxed);              // help too
    } else {
      int value = next->value;
      if (atomic_compare_exchange_strong_explicit(&head, &front, next, memory_order_relaxed, memory_order_relaxed))         // take
        return value;
    }
  }
}

static int seen[2];

static void *first(void *unused) {
  enqueue(&nodes[1], 1);
  seen[0] = dequeue();
  return 0;
}

static void *second(void *unused) {
  enqueue(&nodes[2], 2);
  seen[1] = dequeue();
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
