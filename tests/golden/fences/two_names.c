// One file that is included by two names: its places are the same ones, and one fence is enough.
// fencepost-text: fences --model tso --change fences --patch
// fencepost-text: fences --model rc11 --change orders --patch
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

#define NAME left_one
#include "two_names.inc"
#undef NAME
#define NAME right_one
#include "../fences/two_names.inc"

void *left(void *unused) {
  a = left_one(&x, &y);
  return unused;
}

void *right(void *unused) {
  b = right_one(&y, &x);
  return unused;
}

int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, left, 0);
  pthread_create(&q, 0, right, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  assert(a || b);
}
