// fencepost: verify --model sc
// statistic: unroll.narrowed-reads > 0
// fencepost: verify --model tso
// statistic: unroll.narrowed-reads > 0
// fencepost: verify --model pso
// statistic: unroll.narrowed-reads > 0
// Who takes the lock sees what others left there, not what they counted through while they held it.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count, ready, place[40];
static void *writer(void *arg) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 40; i++) {
    place[count] = i;
    count++;
  }
  ready = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}
static void *reader(void *arg) {
  pthread_mutex_lock(&lock);
  assert(count == 0 || count == 40);
  if (ready)
    for (int i = 0; i < count; i++) assert(place[i] == i);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
