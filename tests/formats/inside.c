/* What a thread is given, it is given inside of the statement that races. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int shared;
void *worker(void *unused) {
  shared = __VERIFIER_nondet_int();
  return unused;
}
int main(void) {
  pthread_t one, other;
  if (__VERIFIER_nondet_int() != 5) return 0;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&other, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
