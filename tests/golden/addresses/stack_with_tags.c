// A pointer to one of several nodes, or to none, in a word of 16 bytes: its object and its offset are chosen together, so that as a number
// it leads back to those places alone.
// fencepost: verify --model sc --unwind 2 --timeout 100
// fencepost: verify --model tso --unwind 2 --timeout 100
// fencepost: verify --unwind 2 --timeout 100
// fencepost: verify --model aarch64 --unwind 2 --timeout 100
// fencepost: verify --model power --unwind 2 --timeout 100
// fencepost: verify --model sc --unwind 2 -DPOPS_TWICE --timeout 100
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
struct node {
  _Atomic(struct node *) next;
  int content;
};
struct top {
  struct node *first;
  uintptr_t tag;
};
static _Atomic(struct top) top;
static struct node nodes[2];
static void push(struct node *node) {
  struct top old = atomic_load(&top), new;
  do {
    atomic_store_explicit(&node->next, old.first, memory_order_relaxed);
    new = (struct top){node, old.tag + 1};
  } while (!atomic_compare_exchange_strong(&top, &old, new));
}
static struct node *pop(void) {
  struct top old = atomic_load(&top), new;
  do {
    if (!old.first) return 0;
    new = (struct top){atomic_load_explicit(&old.first->next, memory_order_relaxed), old.tag + 1};
  } while (!atomic_compare_exchange_strong(&top, &old, new));
  return old.first;
}
static void *worker(void *mine) {
  push(mine);
  struct node *some = pop();
  assert(some);
  some->content++;
#ifdef POPS_TWICE
  some = pop();
  assert(!some);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, &nodes[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(nodes[0].content == 1 && nodes[1].content == 1);
}
