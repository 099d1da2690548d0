// fencepost: verify --engine cegar
// A race is shown by a run that ends with the two accesses: what the second thread does on its way, to ask whether the object lives, comes
// before both.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic known;

void *other(void *unused) {
  int *mine = atomic_exchange(&known, 0);
  if (mine) {
    *mine = 1;
    free(mine);
  }
  return unused;
}

int main(void) {
  known = malloc(sizeof *known);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int *seen = known;
  if (seen) *seen = 2;
}
