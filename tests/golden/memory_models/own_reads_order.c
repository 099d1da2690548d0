// A model of the user in which reading one's own store orders (IBM 370): there a second read cannot be early.
// fencepost: verify --model memory_models/own_reads_order.cat
// fencepost: verify --model memory_models/own_reads_order.cat -DNO_READ
// fencepost: verify --model tso
#include <assert.h>
#include <pthread.h>
int x, y, a, b;
void *left(void *unused) {
  x = 1;
#ifndef NO_READ
  int own = x;
#else
  int own = 1;
#endif
  a = own + y;
  return 0;
}
void *right(void *unused) {
  y = 1;
#ifndef NO_READ
  int own = y;
#else
  int own = 1;
#endif
  b = own + x;
  return 0;
}
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, left, 0);
  pthread_create(&q, 0, right, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  assert(a == 2 || b == 2);
}
