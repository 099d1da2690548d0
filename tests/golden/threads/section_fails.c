// A check that fails inside a section that is not left, since the failure ends it: what the others would have updated after that does not
// keep it from failing.
// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model rc11
// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call -D WAITS
// fencepost: verify --property unreach-call -D ASSUMES
// fencepost: verify --property unreach-call -D SPINS
// fencepost: verify --property unreach-call -D LOOPS --unwind 3
// fencepost: verify --property unreach-call -D UNKNOWN_CALL
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void unknown_function(void);

atomic_int x, flag;
pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

// No number that is drawn at random passes.
int is_rare(void) {
  unsigned number = __VERIFIER_nondet_uint();
  return number % 65521 == 4711 && number / 65521 == 12345;
}

void *counts(void *unused) {
  __VERIFIER_atomic_begin();
  int before = x++;
#if defined UNKNOWN_CALL
  if (before == 0 && is_rare()) unknown_function();
#elif defined LOOPS
  if (before == 0) {
    int i = 0;
    while (i < 10) ++i;
    if (is_rare()) reach_error();
  }
#else
  if (before == 0 && is_rare()) reach_error();
#endif
#if defined WAITS
  pthread_mutex_lock(&held);
#elif defined ASSUMES
  __VERIFIER_assume(before != 0);
#elif defined SPINS
  while (!flag) {
  }
#endif
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&held);
  pthread_create(&thread, 0, counts, 0);
  x++;
  flag = 1;
}
