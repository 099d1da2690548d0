// fencepost: verify --engine cegar --property unreach-call
// fencepost: verify --engine cegar --property unreach-call -DREUSED
// Pointers are compared by objects and offsets; but what has ended may lie where the next one does, and what ends at an address may lie
// before what begins there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int a[2], b[2];
int *p = a;

void *turns(void *unused) {
  for (;;) p = p == a ? b : a;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, turns, 0);
  int *seen = p;
  assert(seen == a || seen == b);
  int *one = malloc(4);
#ifdef REUSED
  free(one);
#endif
  int *other = malloc(4);
  assert(one != other);
}
