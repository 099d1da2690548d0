// A lock that is released through a pointer to a function, on some runs only, guards nothing from then on.
// fencepost: verify --property unreach-call
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int keep(pthread_mutex_t* lock) { return 0; }
void* reader(void* arg) {
  int (*end)(pthread_mutex_t*) = __VERIFIER_nondet_int() ? pthread_mutex_unlock : keep;
  pthread_mutex_lock(&m);
  int first = x;
  end(&m);
  int second = x;
  assert(first == second);
  return 0;
}
void* writer(void* arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(b, 0);
}
