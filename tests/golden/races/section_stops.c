// An access in a section that does not come to its end races all the same.
// fencepost: verify --model sc --check data-race
// fencepost: verify --model tso --check data-race
// fencepost: verify --model rc11 --check data-race
// fencepost: verify --model sc --check data-race -D WAITS
// fencepost: verify --model sc --check data-race -D READS
// fencepost: verify --model sc --check data-race -D ATOMIC
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);
int x;
atomic_int turn;
pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static void *stops(void *unused) {
  __VERIFIER_atomic_begin();
#ifdef READS
  turn = x;
#else
  x = 1;
#endif
#ifdef WAITS
  pthread_mutex_lock(&held);
#else
  __VERIFIER_assume(0);
#endif
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&held);
  pthread_create(&thread, 0, stops, 0);
#ifdef ATOMIC
  __VERIFIER_atomic_begin();
  x = 5;
  __VERIFIER_atomic_end();
#else
  x = 5;
#endif
}
