// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DLESS
// fencepost: verify --model sc -DDIFFERENCE
// fencepost: verify --model sc -DBEYOND
// fencepost: verify --model sc -DEARLY
// fencepost: verify --model rc11 -DEARLY
// fencepost: verify --model rc11 -DRACE
// fencepost: verify --model sc -DSAFE
// fencepost: verify --model rc11 -DSAFE
// Each thread has an object of its own, which lives as long as the thread (C11 6.2.4p4).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct S {
  int a[2];
};
static _Thread_local struct S own = {{5, 6}};
static _Atomic(struct S *) kept;
static int *counter(void) {
  static _Thread_local int count = 1;
  return &count;
}
static void *run(void *of_main) {
  int *other = of_main;
  assert(own.a[0] == 5 && own.a[1] == 6 && *counter() == 1);
  assert(other != &own.a[0]);
  *counter() = own.a[0] = 7;
#ifdef LESS
  assert(other < own.a || other > own.a);
#elif defined DIFFERENCE
  assert(other - own.a != 0);
#elif defined BEYOND
  other[2] = 1;
#elif defined RACE
  other[1] = 1;
#elif defined SAFE
  other[0] = 9;
#endif
  atomic_store(&kept, &own);
  return 0;
}
int main(void) {
  pthread_t id;
  own.a[0] = 4;
  pthread_create(&id, 0, run, &own);
#ifdef EARLY
  struct S *seen = atomic_load(&kept);
  if (seen) assert(seen->a[0] == 7);
#elif defined RACE
  own.a[1] = 2;
#endif
  pthread_join(id, 0);
  assert(own.a[0] == 4 || own.a[0] == 9);
  assert(*counter() == 1);
#if !defined SAFE && !defined RACE
  assert(kept->a[0] == 7);
#endif
}
