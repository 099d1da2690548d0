// What a lock guards changes by its holder alone; what is written without it, or under another lock, may change meanwhile.
// fencepost: verify --property unreach-call
// statistic: bounded.questions = 0
// statistic: unroll.implied-reads > 0
// fencepost: verify --property unreach-call -DUNGUARDED
// fencepost: verify --property unreach-call -DOTHER_LOCK
// fencepost: verify --property unreach-call -DFOREIGN_UNLOCK
// fencepost: verify --property unreach-call -DRESET
// fencepost: verify --property unreach-call -DERRORCHECK
// fencepost: verify --property unreach-call -DPASSED_ON
// fencepost: verify --property unreach-call -DWAIT
// fencepost: verify --property unreach-call --model tso
// statistic: bounded.questions = 0
// statistic: unroll.implied-reads > 0
// fencepost: verify --property unreach-call --model tso -DUNGUARDED
// fencepost: verify --property unreach-call --model pso
// statistic: bounded.questions = 0
// statistic: unroll.implied-reads > 0
// fencepost: verify --property unreach-call --model pso -DOTHER_LOCK
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void* reader(void* arg) {
  pthread_mutex_lock(&m);
#ifdef ERRORCHECK
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#endif
  int first = x;
#ifdef WAIT
  pthread_cond_wait(&c, &m);
#endif
#ifdef PASSED_ON
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  int second = x;
  assert(first == second);
  x = first + 1;
  x = x + 1;
  assert(x == first + 2);
  pthread_mutex_unlock(&m);
  return 0;
}
void* writer(void* arg) {
#ifdef FOREIGN_UNLOCK
  pthread_mutex_unlock(&m);
#endif
#ifdef RESET
  pthread_mutex_init(&m, 0);
#endif
#ifdef OTHER_LOCK
  pthread_mutex_lock(&n);
#elif !defined(UNGUARDED)
  pthread_mutex_lock(&m);
#endif
  x = x + 5;
  x = x - 1;
#ifdef OTHER_LOCK
  pthread_mutex_unlock(&n);
#elif !defined(UNGUARDED)
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
#ifdef ERRORCHECK
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &kind);
#endif
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
