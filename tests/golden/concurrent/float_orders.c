// fencepost: verify --model sc
// Sums of floats depend on the order: 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1.
#include <assert.h>
#include <pthread.h>
double sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void add(double x) {
  pthread_mutex_lock(&lock);
  sum += x;
  pthread_mutex_unlock(&lock);
}
static void *one(void *arg) {
  add(0.1);
  return arg;
}
static void *two(void *arg) {
  add(0.2);
  return arg;
}
static void *three(void *arg) {
  add(0.3);
  return arg;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(sum == 0.1 + 0.2 + 0.3 || sum == 0.1 + (0.2 + 0.3) || sum == 0.1 + 0.3 + 0.2);
  assert(sum == 0.3 + 0.2 + 0.1);  // !
  return 0;
}
