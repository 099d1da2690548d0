// fencepost: verify
// fencepost: verify -DTWO
// fencepost: verify -DTWO --model rc11
// fencepost: verify -DTWO --model sc
// fencepost: verify -DDETACHED
// That a thread is joined or detached once holds for all threads together.
#include <pthread.h>
pthread_t first;
void *run(void *unused) { return 0; }
void *joiner(void *unused) {
#ifdef DETACHED
  pthread_detach(first);
#else
  pthread_join(first, 0);
#endif
  return 0;
}
int main(void) {
  pthread_t second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&second, 0, joiner, 0);
#if defined TWO || defined DETACHED
  pthread_join(first, 0);
#endif
  pthread_join(second, 0);
}
