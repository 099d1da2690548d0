// fencepost: verify --property unreach-call --eval-order all --engine cegar
// fencepost: verify --property unreach-call --eval-order all --engine bounded
// A loop in an operand reads twice, and the other operand may be read in between: that is no permutation of operands.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *writer(void *unused) {
  x = 1;
  y = 1;
  x = 2;
  y = 0;
  x = 3;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = 16 * y + ({
               int i = 0, sum = 0, last;
               do {
                 sum = sum * 4;
                 last = x;
                 sum = sum + last;
                 i = i + 1;
               } while (i < 2);
               sum;
             });
  assert(seen != 16 + 3);
}
