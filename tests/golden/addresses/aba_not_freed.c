// Without the free nothing can come back.
// fencepost: verify
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic top;
atomic_int generation;

void *other(void *unused) {
  atomic_exchange(&top, (int *)0);
  int *fresh = malloc(sizeof *fresh);
  if (!fresh) exit(0);
  generation = 1;
  top = fresh;
  return 0;
}

int main(void) {
  pthread_t thread;
  int *first = malloc(sizeof *first);
  if (!first) return 0;
  top = first;
  pthread_create(&thread, 0, other, 0);
  int *old = top;
  int before = generation;
  if (old) {
    pthread_join(thread, 0);
    if (before == 0) assert(!atomic_compare_exchange_strong(&top, &old, (int *)0));
  }
  return 0;
}
