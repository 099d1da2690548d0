// A stack without locks (R. K. Treiber, 1986): nodes of a number and a pointer, reached through pointers to either thread's.
// fencepost: verify --model sc --property unreach-call
// fencepost: verify --model sc --property unreach-call -DOWN
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  int value;
  _Atomic(struct node*) next;
};
_Atomic(struct node*) top;
int pop(void) {
  struct node *first = top, *next;
  do {
    if (!first) return -1;
    next = first->next;
  } while (!atomic_compare_exchange_strong(&top, &first, next));
  return first->value;
}
void push(int value) {
  struct node *fresh = malloc(sizeof *fresh), *next = top;
  fresh->value = value;
  do fresh->next = next;
  while (!atomic_compare_exchange_strong(&top, &next, fresh));
}
void* user(void* arg) {
  int own = arg ? 1 : 2;
  push(own);
#ifdef OWN
  assert(pop() == own);
#else
  int value = pop();
  assert(value == 1 || value == 2);
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, user, 0);
  pthread_create(&b, 0, user, &a);
}
