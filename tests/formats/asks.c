/* A condition that is a call and no more: what it returns is known before the way it goes. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int device;
void *worker(void *unused) {
  device = 6;
  return unused;
}
int main(void) {
  pthread_t other;
  device = 1;
  if (__VERIFIER_nondet_int()) {
    pthread_create(&other, 0, worker, 0);
    device = 2;
    if (device != 2) reach_error();
  }
  while (__VERIFIER_nondet_int()) device = 3;
  return 0;
}
