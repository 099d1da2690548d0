// fencepost: show --stage core
#include <pthread.h>
#include <semaphore.h>
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_barrier_t barrier;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
sem_t sem;
void initialise(void) { sem_init(&sem, 0, 1); }
int main(void) {
  pthread_once(&once, initialise);
  sem_wait(&sem);
  sem_post(&sem);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  pthread_rwlock_wrlock(&rw);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_barrier_wait(&barrier);
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&cond, &mutex, 0);
  pthread_cond_signal(&cond);
}
