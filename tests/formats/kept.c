/* Whatever the threads do, the counter stays within bounds: a proof without bounds, which says so at the heads of loops. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int counter;
unsigned char mode = 1;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  while (1) {
    pthread_mutex_lock(&lock);
    if (counter < 10) counter = counter + 1;
    mode = 3 - mode;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    if (counter > 10 || counter < 0) reach_error();
    if (mode > 2) reach_error();
    counter = 0;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
