// Constructors run before main, by priority and in their order; destructors when the program ends by exit or the end of main, the other
// way round, after what atexit was given.
// fencepost: verify
// fencepost: verify -DEXIT
// fencepost: verify -DIN_ATEXIT
// fencepost: verify -DQUICK
// fencepost: verify -DWRONG_START
// fencepost: verify -DWRONG_END
// fencepost: verify -DTHREAD
// fencepost: verify -DLEAVES
// fencepost: verify -DEXIT_IN_CONSTRUCTOR
// fencepost: verify -DARGUMENTS
// fencepost: verify --entry other
// with: constructors_other.c
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int steps;
static int is_over;
__attribute__((constructor)) static void third(void) { assert(steps == 2), steps = 3; }
__attribute__((constructor(200))) static void second(void) { assert(steps == 1), steps = 2; }
static void first(void) __attribute__((constructor(101)));
static void first(void) {
  assert(steps == 0);
  steps = 1;
#ifdef EXIT_IN_CONSTRUCTOR
  is_over = 1;
  steps = 12;
  exit(0);
#endif
}
__attribute__((constructor)) static void fourth(void) { assert(steps == 3), steps = 4; }

__attribute__((destructor(101))) static void last(void) {
  assert(steps == 14);
#ifdef WRONG_END
  assert(0);
#endif
}
__attribute__((destructor)) static void last_but_one(void) { assert(steps == 13), steps = 14; }
__attribute__((destructor)) static void last_but_two(void) { assert(is_over && steps == 12), steps = 13; }
#ifdef ARGUMENTS
__attribute__((constructor)) static void with(int argc, char **argv) { (void)argc, (void)argv; }
#endif

static void at_exit(void) { assert(steps == 5), steps = 12; }
static void *thread(void *unused) {
  assert(steps == 12);
  return unused;
}

void other(void) { assert(steps == 5); }

int main(void) {
  assert(steps == 5);
  is_over = 1;
#ifdef WRONG_START
  assert(steps == 4);
#endif
#ifdef IN_ATEXIT
  atexit(at_exit);
  return 0;
#endif
  (void)at_exit;
  steps = 12;
#ifdef QUICK
  steps = 0;
  _exit(0);
#endif
#ifdef THREAD
  pthread_t one;
  pthread_create(&one, 0, thread, 0);
  pthread_join(one, 0);
#endif
  (void)thread;
#ifdef LEAVES
  pthread_exit(0);
#endif
#ifdef EXIT
  exit(0);
#endif
  return 0;
}
