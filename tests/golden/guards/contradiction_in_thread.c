// A thread that another one waits for never keeps its assumption: no execution.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);

atomic_int x;

void *work(void *unused) {
  atomic_store(&x, 1);
  __VERIFIER_assume(atomic_load(&x) == 2);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(0);
}
