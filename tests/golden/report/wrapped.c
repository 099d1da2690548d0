// fencepost-text: verify --color never
// fencepost-text: verify --color never -DCOPY
// fencepost-text: verify --color never -DFILL
/* What a function of the program allocates and hands on as a pointer to void is told by the call that takes it, and has the names of what
   it is used as there. Of a copy or fill that races it is the part of it that does. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node {
  int value;
  struct node *next;
};
static void *checked(void *p) {
  if (!p) exit(1);
  return p;
}
static void *allocate(size_t n) {
  void *p = malloc(n);
  return checked(p);
}
static void *twice_removed(size_t n) { return allocate(n); }
static void *other(void *arg) {
  struct node *n = arg;
#if defined(COPY)
  struct node copy = *n;
  return copy.next;
#elif defined(FILL)
  memset(arg, 0, sizeof *n);
#else
  n->next->value++;
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  struct node *first = allocate(sizeof *first);
  struct node *second = twice_removed(sizeof *second);
  *first = (struct node){1, second};
  *second = (struct node){2, 0};
  pthread_create(&t, 0, other, first);
#ifndef FILL
  first->next->value = 3;
#endif
  first->value = 4;
  pthread_join(t, 0);
}
