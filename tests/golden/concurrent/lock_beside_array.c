// A lock beside an array whose subscripts threads compute: the subscript, which is checked, leads to no other member.
// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model sc --property unreach-call
// fencepost: verify --model sc -DMOST=2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef MOST
#define MOST 1
#endif

struct stack {
  pthread_mutex_t lock;
  int items[1];
  int size;
};

static int push(struct stack *stack, int item) {
  pthread_mutex_lock(&stack->lock);
  int fits = stack->size < MOST;
  if (fits) stack->items[stack->size++] = item;
  pthread_mutex_unlock(&stack->lock);
  return fits;
}

static void *work(void *stack) {
  push(stack, 1);
  return 0;
}

int main(void) {
  struct stack *stack = calloc(1, sizeof *stack);
  if (!stack) abort();
  pthread_mutex_init(&stack->lock, 0);
  pthread_t thread;
  pthread_create(&thread, 0, work, stack);
  push(stack, 2);
  pthread_join(thread, 0);
  assert(stack->items[0] == 1 || stack->items[0] == 2);
  pthread_mutex_destroy(&stack->lock);
  free(stack);
  return 0;
}
