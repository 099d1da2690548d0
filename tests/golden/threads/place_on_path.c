// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model pso
// A pointer that follows a condition which the program has asked for leads to one place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int a, b, mine[2];
static void *writer(void *arg) {
  a = 1;
  atomic_store(&flag, 1);
  return arg;
}
static void *reader(void *arg) {
  int set = atomic_load(&flag);
  int *place = set ? &a : &b, *other = set ? &mine[1] : &mine[0];
  if (set) {
    assert(*place == 1);
    *other = 2;
  } else {
    *place = 3;
    *other = 4;
  }
  assert(set ? mine[1] == 2 && mine[0] == 0 && b == 0 : mine[0] == 4 && mine[1] == 0 && b == 3);
  assert(*place == 1);  // !
  return arg;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
