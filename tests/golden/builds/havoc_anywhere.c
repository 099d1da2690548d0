// A function whose result may be anything: also a static one, one that a thread begins with, and behind a pointer.
// fencepost: verify --havoc measured
// fencepost: verify --havoc measured --havoc worker --havoc measure
// fencepost: verify --havoc measured --havoc worker --havoc main
// fencepost: verify --havoc worked
#include <assert.h>
#include <pthread.h>

int measure(void);
static int measured(int from) { return from + 1; }
static void *worker(void *unused) {
  assert(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  int (*indirect)(int) = measured;
  int (*outside)(void) = measure;
  int first = indirect(1), second = outside();
  if (first == 2) assert(second != 7);
  return 0;
}
