// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model tso -DFENCED --engine cegar
// fencepost: verify --property unreach-call --model pso -DFENCED --engine cegar
// Lamport's bakery (CACM 1974) for two threads that never end; numbers are drawn below a bound.
#include <assert.h>
#include <pthread.h>

#ifdef FENCED
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif

void __VERIFIER_assume(int);
int entering[2], number[2], inside;

static void enter(int me, int other) {
  entering[me] = 1;
  FENCE();
  int drawn = number[other] + 1;
  __VERIFIER_assume(drawn < 1000000);
  number[me] = drawn;
  FENCE();
  entering[me] = 0;
  FENCE();
  while (entering[other]) {
  }
  while (number[other] != 0 && (number[other] < drawn || (number[other] == drawn && other < me))) {
  }
}

static void leave(int me) {
  FENCE();
  number[me] = 0;
}

void *first(void *argument) {
  for (;;) {
    enter(0, 1);
    inside++;
    assert(inside == 1);
    inside--;
    leave(0);
  }
}

void *second(void *argument) {
  for (;;) {
    enter(1, 0);
    inside++;
    assert(inside == 1);
    inside--;
    leave(1);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  return 0;
}
