// main may return a number on one way and leave by pthread_exit, with a pointer, on another; nobody is told which.
// fencepost: verify --model sc
// fencepost: verify --model sc -DTHREAD
#include <pthread.h>
#include <threads.h>

static void *worker(void *arg) { return arg; }
#ifdef THREAD  // what a thread's function returns is asked for
static int both(void *arg) {
  if (arg) pthread_exit(arg);
  return 7;
}
#endif

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
#ifdef THREAD
  thrd_t other;
  int result;
  thrd_create(&other, both, &thread);
  thrd_join(other, &result);
#endif
  if (argc < 2) return 1;
  pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
}
