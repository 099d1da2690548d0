// fencepost: verify
// fencepost: verify --model tso
// fencepost: verify --model rc11
// Each lock keeps two increments apart, and what one thread did under it is seen by the next.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t spin;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
sem_t sem;
int a, b, c, d;
void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  a++;
  pthread_mutex_unlock(&mutex);
  pthread_spin_lock(&spin);
  b++;
  pthread_spin_unlock(&spin);
  pthread_rwlock_wrlock(&rw);
  c++;
  pthread_rwlock_unlock(&rw);
  sem_wait(&sem);
  d++;
  sem_post(&sem);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_spin_init(&spin, 0);
  sem_init(&sem, 0, 1);
  pthread_create(&id, 0, work, 0);
  work(0);
  pthread_join(id, 0);
  assert(a == 2 && b == 2 && c == 2 && d == 2);
}
