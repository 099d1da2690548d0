// A run that waits for ever is an execution, too; whether it may is another property.
// fencepost: verify --model sc --property unreach-call
// fencepost: verify --model sc --property no-deadlock
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *unused) { return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  assert(0);
}
