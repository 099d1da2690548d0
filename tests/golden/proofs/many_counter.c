// fencepost: verify --property unreach-call --engine cegar
// Any number of threads count as far as there are numbers: what was there grows, unless two count the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

atomic_uchar value;

void *count(void *unused) {
  unsigned char seen = value;
  if (seen == 255) return unused;
  value = seen + 1;
  assert(value > seen);
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, count, 0);
}
