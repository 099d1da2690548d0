// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model pso
// fencepost: verify --model rc11
// fencepost: verify --model sc -DWAITS
// fencepost: verify --model tso -DWAITS
// fencepost: verify --model rc11 -DWAITS

// Objects of several functions end with their thread. They need not end at one moment: the outer one may be gone while
// another thread still finds the inner one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int *_Atomic inner, *_Atomic outer;
atomic_int done;

static void inside(void) {
  int length = 2;
  atomic_int array[length];
  array[0] = 1;
  inner = array;
#ifdef WAITS
  while (!done) {
  }
#endif
  pthread_exit(0);
}

static void *owner(void *unused) {
  atomic_int object = 1;
  outer = &object;
  inside();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, owner, 0);
  atomic_int *a = inner;
  if (a) *a = 3;
  atomic_int *b = outer;
  if (b) assert(*b == 1);
  done = 1;
  pthread_join(thread, 0);
}
