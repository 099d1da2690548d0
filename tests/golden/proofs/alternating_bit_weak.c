// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model sc -DFORGETFUL
// The alternating bit protocol (Bartlett, Scantlebury, Wilkinson, CACM 1969): messages and acknowledgements may be seen again and
// again. FORGETFUL: the receiver does not look at the bit.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int message_bit = 1, message, acknowledged = 1, sent;

void *sender(void *argument) {
  int bit = 0;
  for (;;) {
    int data = __VERIFIER_nondet_uint() % 2;
    sent = data;
    __VERIFIER_atomic_begin();
    message = data;
    message_bit = bit;
    __VERIFIER_atomic_end();
    while (acknowledged != bit) {
    }
    bit = !bit;
  }
}

void *receiver(void *argument) {
  int expected = 0;
  for (;;) {
    __VERIFIER_atomic_begin();
    int bit = message_bit, data = message;
    __VERIFIER_atomic_end();
#ifdef FORGETFUL
    assert(data == sent);
#endif
    if (bit == expected) {
      assert(data == sent);
      acknowledged = bit;
      expected = !expected;
    }
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, receiver, 0);
  pthread_join(a, 0);
  return 0;
}
