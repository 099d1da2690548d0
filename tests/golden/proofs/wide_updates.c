// fencepost: verify --engine cegar
// fencepost: verify --engine cegar -DWRONG
// Updates of other widths than a lock's say nothing about the lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_llong balance;

void *other(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
#ifdef WRONG
    pthread_mutex_unlock(&lock);
#endif
    balance++;
    balance--;
#ifndef WRONG
    pthread_mutex_unlock(&lock);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) {
    pthread_mutex_lock(&lock);
    assert(balance == 0);
    pthread_mutex_unlock(&lock);
  }
}
