// fencepost: verify
// fencepost: verify -DRETURNS
// fencepost: verify -DRETURNS --model tso
// fencepost: verify -DIMMEDIATE
// fencepost: verify -DJOINS
// fencepost: verify -DLOCKED
// fencepost: verify -DLEAVES
// exit is called once, and the end of main is a call of it (C11 7.22.4.4p2, 5.1.2.2.3p1).
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *run(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
#ifdef IMMEDIATE
  _Exit(0);
#else
  exit(0);
#endif
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, run, 0);
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
#ifdef JOINS
  pthread_join(id, 0);
#endif
#ifdef LEAVES
  pthread_exit(0);
#elif !defined(RETURNS)
  exit(0);
#endif
}
