// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model sc -DREADS="10*y+x"
// fencepost: verify --model sc -DREADS="two(x,y)"
// fencepost: verify --model sc -DREADS="get_x()+10*get_y()"
// fencepost: verify --model sc -DREADS="atomic_load(&x)+10*atomic_load(&y)"
// fencepost: verify --model sc --eval-order left-to-right -DREADS="10*y+x"
// fencepost: verify --model sc --property unreach-call -DREADS="10*y+x"
// fencepost: verify --model sc --property unreach-call --eval-order all -DREADS="10*y+x"
// fencepost: verify --model sc -DTWO
// fencepost: verify --model rc11 -DTWO
// fencepost: verify --model sc -DFOUR
// fencepost: verify --model sc -DWRITES
// fencepost: verify --model sc -DCALLS
// Operands are evaluated in any order (C11 6.5p3), and one may come between the accesses of another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic int x, y, z, w;
int two(int a, int b) { return a + 10 * b; }
int get_x(void) { return x; }
int get_y(void) { return y; }
int get_both(void) { return x + 10 * y; }
#ifndef READS
#define READS x + 10 * y
#endif
void *other(void *unused) {
#ifdef WRITES
  int second = y, first = x;
  assert(!second || first);
#else
  x = 1;
  y = 1;
  z = 1;
  w = 1;
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, other, 0);
#ifdef TWO
  int second = y, first = x;
  assert(first + 10 * second != 10);
#elif defined FOUR
  int seen = (x + 10 * y) + (100 * z + 1000 * w);
  assert(seen != 1010);
#elif defined WRITES
  int unused = x++ + y++;
#elif defined CALLS
  int seen = get_both() + 100 * z;
  assert(seen <= 111);
#else
  assert((READS) != 10);
#endif
}
