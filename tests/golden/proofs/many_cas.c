// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call -DWRAPS
// Any number of threads count by compare-and-exchange, as far as there are numbers: afterwards the count is more than what each has
// replaced. Which of three numbers is less than which is hard to tell by bits, and easy by integers (logic/integers.h).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

#ifdef WRAPS
typedef unsigned char Number;
#define LAST 3
#else
typedef unsigned Number;
#define LAST 4294967295u
#endif
_Atomic Number count;

void *work(void *unused) {
  for (;;) {
    Number seen = count, expected = seen;
    if (seen == LAST) {
#ifdef WRAPS
      count = 0;
#endif
      return unused;
    }
    if (atomic_compare_exchange_strong(&count, &expected, seen + 1)) {
      assert(count > seen);
      return unused;
    }
  }
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, work, 0);
}
