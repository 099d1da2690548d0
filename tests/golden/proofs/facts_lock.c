// fencepost: verify --property unreach-call --engine cegar
// statistic: facts.settled = 3
// statistic: cegar.iterations = 0
// fencepost-text: verify --property unreach-call --engine cegar --log steps
// fencepost: verify --property unreach-call -DOPEN
// Who has the mutex knows what those who had it have left; meanwhile others may see anything.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int balance;

void *worker(void *unused) {
  for (;;) {
#ifndef OPEN
    pthread_mutex_lock(&mutex);
#endif
    if (balance > 0) {
      balance = balance - 1;
      assert(balance >= 0);
    } else {
      balance = 2;
    }
#ifndef OPEN
    pthread_mutex_unlock(&mutex);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&other, 0, worker, 0);
  worker(0);
}
