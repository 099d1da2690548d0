// fencepost-text: verify --property unreach-call --engine cegar --threads 2
// fencepost-text: verify --property unreach-call --threads 2
// fencepost: verify --property unreach-call --engine cegar --threads 3
// fencepost: verify --property unreach-call --engine bounded --threads 2
// fencepost: verify --property unreach-call --engine cegar --threads 1 -DKNOWN
// fencepost: verify --property unreach-call --engine cegar --threads 2 --model rc11
// Any number of threads count without a lock. Two of them never make the count less than what one has found, three do: --threads says how many there
// may be. KNOWN: there are three, whatever it says.
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
#ifdef KNOWN
  for (int i = 0; i < 3; i++) pthread_create(&t, 0, count, 0);
#else
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, count, 0);
#endif
}
