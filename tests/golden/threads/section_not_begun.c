// The end of an atomic section that has not begun: nobody knows what is meant. Under models with store buffers it was a full barrier to some and
// nothing to others, an internal error. A function that ends the section of its caller is not meant.
// fencepost: verify --property unreach-call --engine bounded --model sc
// fencepost: verify --property unreach-call --engine bounded --model tso
// fencepost: verify --property unreach-call --engine cegar --model tso
// fencepost: verify --property unreach-call --engine buffers --model tso
// fencepost: verify --property unreach-call --engine cegar --model pso
// fencepost: verify --property unreach-call --engine bounded --model tso -DBEGUN
// fencepost: verify --property unreach-call --engine cegar --model tso -DBEGUN
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, y, a, b;

void ends(void) { __VERIFIER_atomic_end(); }

void *left(void *unused) {
  x = 1;
#ifdef BEGUN
  __VERIFIER_atomic_begin();
#endif
  ends();
  a = y;
  return unused;
}

void *right(void *unused) {
  y = 1;
  __sync_synchronize();
  b = x;
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
