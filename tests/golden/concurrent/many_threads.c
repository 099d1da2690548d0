// Threads made in a loop, with arguments that point to locals; results come back through join.
// fencepost: verify
// fencepost: verify -DRACE
// fencepost: verify -DRACE --model sc
#include <assert.h>
#include <pthread.h>
int sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* add(void* arg) {
  int* number = arg;
#ifndef RACE
  pthread_mutex_lock(&m);
#endif
  sum = sum + *number;
#ifndef RACE
  pthread_mutex_unlock(&m);
#endif
  return number;
}
int main(void) {
  pthread_t threads[3];
  int numbers[3];
  for (int i = 0; i < 3; i++) {
    numbers[i] = i + 1;
    pthread_create(&threads[i], 0, add, &numbers[i]);
  }
  for (int i = 0; i < 3; i++) {
    void* result;
    pthread_join(threads[i], &result);
    assert(*(int*)result == i + 1);
  }
  assert(sum == 6);
}
