// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DHASTY
// One writer that goes on for ever, and any number of readers that it lets in by a flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int writing, a, b;

void *reader(void *unused) {
  __VERIFIER_atomic_begin();
  int busy = writing, one = a, other = b;
  __VERIFIER_atomic_end();
  assert(busy || one == other);
  return unused;
}

void *writer(void *unused) {
  for (;;) {
    __VERIFIER_atomic_begin();
    writing = 1;
    __VERIFIER_atomic_end();
    a = 1 - a;
#ifdef HASTY
    writing = 0;
    b = 1 - b;
#else
    b = 1 - b;
    writing = 0;
#endif
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, reader, 0);
}
