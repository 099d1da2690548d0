// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DPARAMETER
// fencepost: verify --model sc -DLITERAL
// fencepost: verify --model sc -DARRAY
// fencepost: verify --model sc -DALLOCA
// fencepost: verify --model sc -DRESULT
// fencepost: verify --model rc11 -DRESULT
// fencepost: verify --model sc -DSAFE
// fencepost: verify --model rc11 -DSAFE
// A thread that ends itself leaves all its functions: their objects die (C11 6.2.4p6).
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
static int *kept, still;
static void end(void) { pthread_exit(0); }
static void inner(int x, int n) {
  int local = 1;
  kept = &local;
#ifdef PARAMETER
  kept = &x;
#elif defined LITERAL
  kept = (int[]){1, 2};
#elif defined ARRAY
  int a[n];
  a[0] = 1;
  kept = a;
#elif defined ALLOCA
  kept = alloca(n * sizeof *kept);
  *kept = 1;
#elif defined RESULT
  pthread_exit(&local);
#elif defined SAFE
  kept = &still;
#endif
  {
    int other = 2;
    if (other + x) end();
  }
  kept = &still;
}
static void *run(void *unused) {
  inner(1, 2);
  return 0;
}
int main(void) {
  pthread_t id;
  void *result;
  pthread_create(&id, 0, run, 0);
  pthread_join(id, &result);
#ifdef RESULT
  kept = result;
#endif
  assert(*kept < 2);
}
