// A queue without locks (M. Michael, M. Scott, PODC 1996), nodes of a number and a pointer. What is updated may be one of
// several nodes.
// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DEMPTY
// fencepost: verify --model tso -DEMPTY
// fencepost: verify --model rc11 -DEMPTY
// fencepost: verify --model aarch64 -DEMPTY
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
  int value;
  _Atomic(struct node*) next;
};
static _Atomic(struct node*) head, tail;
static void enqueue(struct node* fresh) {
  for (;;) {
    struct node *last = tail, *next = last->next;
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&last->next, &next, fresh)) {
      atomic_compare_exchange_strong(&tail, &last, fresh);
      return;
    }
  }
}
static int dequeue(void) {
  for (;;) {
    struct node *first = head, *last = tail, *next = first->next;
    if (!next) return -1;
    if (first == last) atomic_compare_exchange_strong(&tail, &last, next);
    int value = next->value;
    if (atomic_compare_exchange_strong(&head, &first, next)) return value;
  }
}
static void* producer(void* arg) {
  static struct node fresh;
  fresh.value = 7;
  enqueue(&fresh);
  return 0;
}
int main(void) {
  static struct node dummy;
  pthread_t thread;
  head = tail = &dummy;
  pthread_create(&thread, 0, producer, 0);
  int value = dequeue();
#ifdef EMPTY
  assert(value == -1);
#else
  assert(value == -1 || value == 7);
#endif
}
