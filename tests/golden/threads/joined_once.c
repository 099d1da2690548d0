// fencepost: verify
// fencepost: verify -DTWICE
// fencepost: verify -DDETACHED
// fencepost: verify -DDETACHES_ITSELF
// fencepost: verify -DDETACHES_ITSELF --model rc11
// fencepost: verify -DBY_ATTRIBUTE
// fencepost: verify -DITSELF
// A thread is joined or detached once, and not joined by itself (POSIX, C11 7.26.5.6p2).
#include <pthread.h>
void *run(void *unused) {
#ifdef DETACHES_ITSELF
  pthread_detach(pthread_self());
#endif
#ifdef ITSELF
  pthread_join(pthread_self(), 0);
#endif
  return 0;
}
int main(void) {
  pthread_t ids[2];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
#ifdef BY_ATTRIBUTE
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#endif
  for (int i = 0; i < 2; ++i) pthread_create(&ids[i], &attributes, run, 0);
  pthread_attr_destroy(&attributes);
#ifdef DETACHED
  pthread_detach(ids[1]);
#endif
  for (int i = 0; i < 2; ++i) pthread_join(ids[i], 0);
#ifdef TWICE
  pthread_join(ids[0], 0);
#endif
}
