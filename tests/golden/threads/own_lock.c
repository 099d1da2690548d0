// A lock that the program makes of atomic sections guards like any other, as long as it is taken only when it is free and given up
// by those who have it, in a section.
// fencepost: verify --model sc
// statistic: bounded.reads-from < 26
// fencepost: verify --model pso
// statistic: bounded.reads-from < 26
// fencepost: verify --model sc -DNOT_LOOKING
// statistic: bounded.reads-from = 26
// fencepost: verify --model sc -DNOT_LOOKING -DNOBODY_LOOKS
// fencepost: verify --model sc -DNOT_ITS_OWNER
// fencepost: verify --model tso -DNO_SECTION
// fencepost: verify --model pso -DNO_SECTION
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
_Bool taken;
int balance;
void __VERIFIER_atomic_take(void) {
#ifndef NOT_LOOKING
  __VERIFIER_assume(!taken);
#endif
  taken = 1;
}
void __VERIFIER_atomic_give(void) { taken = 0; }
void give(void) {
#ifdef NO_SECTION
  taken = 0;  // may reach the others before what was written under the lock
#else
  __VERIFIER_atomic_give();
#endif
}
void* pay(void* arg) {
  __VERIFIER_atomic_take();
#ifndef NOBODY_LOOKS
  assert(taken);
#endif
  int before = balance;
  balance = before + 5;
  balance = balance + 5;
  assert(balance == before + 10);
  give();
  return 0;
}
void* open(void* arg) {
#ifdef NOT_ITS_OWNER
  __VERIFIER_atomic_give();
#endif
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, pay, 0);
  pthread_create(&b, 0, pay, 0);
  pthread_create(&c, 0, open, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(balance == 20);
}
