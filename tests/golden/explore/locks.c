// Three threads take a lock in any order: 3! executions.
// fencepost-text: explore --observe n
// fencepost-text: explore --model rc11
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n;

static void* adds(void* unused) {
  pthread_mutex_lock(&lock);
  n = n + 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, adds, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return n;
}
