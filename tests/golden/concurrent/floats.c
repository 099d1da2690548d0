// fencepost: verify --model sc --unwind 4
// Threads add up floats in any order: the sums differ, but none is far off, and none is no number.
#include <assert.h>
#include <pthread.h>
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
double sum, width;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *part(void *arg) {
  double x = ((double)(long)arg + 0.5) * width;
  double mine = 4.0 / (1.0 + x * x) * width;
  pthread_mutex_lock(&lock);
  sum += mine;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  width = 1.0 / n;
  pthread_t thread[4];
  for (long i = 0; i < n; i++) pthread_create(&thread[i], 0, part, (void *)i);
  for (int i = 0; i < n; i++) pthread_join(thread[i], 0);
  assert(sum - 3.14 < 1e-5 || 3.14 - sum < 1e-5);
  assert(sum >= 0);
  return 0;
}
