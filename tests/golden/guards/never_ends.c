// A program that never ends has executions all the same.
// fencepost: verify --model sc
// fencepost: verify --model tso
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int served;

void *server(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    int request = __VERIFIER_nondet_int();
    __VERIFIER_assume(request > 0);
    served = request;
    assert(served > 0);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  pthread_join(t, 0);
  assert(0);
}
