// Pointers that threads hand to each other: a stack without lock, and objects that one makes and another frees.
// fencepost: verify --unwind 2
// fencepost: verify --unwind 2 -DTOO_EARLY
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  int value;
  struct node* next;
};
_Atomic(struct node*) top;
void push(int value) {
  struct node* fresh = malloc(sizeof *fresh);
  fresh->value = value;
  fresh->next = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &fresh->next, fresh)) {
  }
}
void* pusher(void* arg) {
  push(2);
  return 0;
}
void* popper(void* arg) {
  struct node* node = atomic_load(&top);
  if (node && atomic_compare_exchange_strong(&top, &node, node->next)) {
#ifdef TOO_EARLY
    free(node);
#endif
    assert(node->value == 1 || node->value == 2);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  push(1);
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
