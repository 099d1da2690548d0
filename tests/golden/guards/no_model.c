// A memory model without any execution for the program: nothing fails, and nothing is shown.
// fencepost: verify --model guards/no_model.cat
// fencepost: verify --model sc
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *unused) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(x == 1);
}
