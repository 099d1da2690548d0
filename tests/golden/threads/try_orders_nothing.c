// A lock that was not got, and a semaphore that was only looked at, order nothing (POSIX, 4.12 Memory Synchronization).
// fencepost: verify -DTRY='pthread_mutex_trylock(&mutex)'
// fencepost: verify -DTRY='pthread_spin_trylock(&spin)'
// fencepost: verify -DTRY='pthread_rwlock_tryrdlock(&rwlock)'
// fencepost: verify -DTRY='count()'
// fencepost: verify -DTRY='0'
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
sem_t semaphore;
int x;

int count(void) {
  int value;
  sem_getvalue(&semaphore, &value);
  return value;
}

void* taker(void* unused) {
  x = 1;
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&rwlock);
  pthread_spin_lock(&spin);
  sem_post(&semaphore);
  return 0;
}

int main(void) {
  pthread_spin_init(&spin, 0);
  sem_init(&semaphore, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, taker, 0);
  if (TRY) x = 2;
}
