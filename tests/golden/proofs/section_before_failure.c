// A thread writes in an atomic section and leaves it; then another one goes on, and the check fails. The machine that follows the run is
// still inside by then: it leaves a section on the way to its thread's next access.
// fencepost: verify --property unreach-call --engine cegar
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int lock, data;

void *writer(void *arg) {
  __VERIFIER_atomic_begin();
  if (lock == 0) lock = 1;
  __VERIFIER_atomic_end();
  data = 1;
  return 0;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  if (lock == 1 && data == 0) reach_error();
  pthread_join(id, 0);
  return 0;
}
