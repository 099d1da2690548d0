// Destructors of thread-specific data run when a thread ends, by returning or by pthread_exit, with the key's value of that
// thread and as long as one is left; not when main returns, and not for keys that were deleted.
// fencepost: verify
// fencepost: verify -DEXITS
// fencepost: verify -DBUG
// fencepost-text: verify -DEXITS -DBUG
// fencepost: verify -DDELETED
// fencepost: verify -DAGAIN
// fencepost: verify -DAGAIN -DBUG
// fencepost: verify -DNO_VALUE
// fencepost: verify -DTWO_KEYS
// fencepost: verify -DC11
// fencepost: verify -DC11 -DEXITS
// fencepost: verify -DMAIN_RETURNS
// fencepost: verify -DMAIN_RETURNS -DEXITS
// fencepost: verify -DARMS
// fencepost: verify --model tso
// fencepost: verify --model rc11
#include <assert.h>
#include <pthread.h>
#include <threads.h>
pthread_key_t key, other;
int destroyed, five = 5, seven = 7;
void destroy(void* value) {
  assert(pthread_getspecific(key) == 0);
  destroyed += *(int*)value;
#ifdef AGAIN
  if (value == &five) pthread_setspecific(key, &seven);
#endif
}
void work(void) {
#ifndef NO_VALUE
  pthread_setspecific(key, &five);
#endif
#ifdef TWO_KEYS
  pthread_setspecific(other, &seven);
#endif
#ifdef DELETED
  pthread_key_delete(key);
#endif
}
#ifdef C11
int worker(void* unused) {
  work();
#ifdef EXITS
  thrd_exit(3);
#endif
  return 3;
}
#else
void* worker(void* unused) {
  work();
#ifdef EXITS
  pthread_exit(&seven);
#endif
  return &seven;
}
#endif
int main(void) {
  pthread_key_create(&key, destroy);
  pthread_key_create(&other, destroy);
#ifdef C11
  thrd_t thread;
  int result;
  thrd_create(&thread, worker, 0);
  thrd_join(thread, &result);
  assert(result == 3);
#elif defined MAIN_RETURNS
  work();
#elif defined ARMS
  {-{ work(); ||| seven = 7; }-};
#else
  pthread_t thread;
  void* result;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
  assert(result == &seven);
#endif
#if defined NO_VALUE || defined DELETED || defined MAIN_RETURNS || defined BUG
  assert(destroyed == 0);
#elif defined AGAIN
  assert(destroyed == 12);
#else
  assert(destroyed == 5);
#endif
#if defined MAIN_RETURNS && defined EXITS
  pthread_exit(0);
#endif
}
