// fencepost: verify --property liveness -DWAIT=atomic
// fencepost: verify --property liveness -DWAIT=atomic --model rc11
// fencepost: verify --property liveness -DWAIT=plain
// fencepost: verify --property liveness -DWAIT=local
// fencepost: verify --property liveness -DWAIT=by_call
// fencepost: verify --property liveness -DWAIT=by_locals
// fencepost: verify --property liveness -DWAIT=own_write
// fencepost: verify --property liveness -DWAIT=way_out
// fencepost: verify --property liveness -DWAIT=with_lock --unwind 2
// fencepost: verify --property liveness -DWAIT=with_lock -DALONE
// fencepost: verify --property liveness -DWAIT=serve
// fencepost: verify --property liveness -DWAIT=plain -DBEFORE=1
// fencepost: verify --property liveness -DWAIT=plain -DBEFORE=0
// fencepost: verify --property liveness -DWAIT=plain -DNEVER
// fencepost: verify --property liveness -DWAIT=plain -DALONE
// fencepost: verify --property liveness -DWAIT=by_locals -DALONE
// fencepost: verify --property liveness -DWAIT=serve -DALONE
// fencepost: verify --property liveness -DWAIT=for_signal -DALONE
// fencepost: verify --property liveness -DWAIT=for_signal
// fencepost: verify --property no-deadlock -DWAIT=plain
// A loop that something could end, but nobody does: what it looks at is no event of any other thread. A loop that nothing
// ends waits for nothing, and one that waits for a signal is no endless loop.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static volatile int word, zero;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t signal = PTHREAD_COND_INITIALIZER;
static int get(void) {
  int now = word;
  return now;
}
static void atomic(void) {
  while (atomic_load(&flag) == 0) {
  }
}
static void plain(void) {
  while (word == 0) {
  }
}
static void local(void) {
  int mine = 0;
  while (!mine) {
  }
}
static void by_call(void) {
  while (get() == 0) {
  }
}
static void by_locals(void) {
  for (int is_set = 0; !is_set;) {
    int seen[2];
    seen[0] = word;
    is_set = seen[0];
  }
}
static void own_write(void) {
  atomic_store(&flag, 2);
  while (atomic_load(&flag) != 1) {
  }
}
static void way_out(void) {
  for (;;)
    if (word) break;
}
static void with_lock(void) {
  while (word == 0) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
}
static void for_signal(void) {
  pthread_mutex_lock(&lock);
  while (word == 0) pthread_cond_wait(&signal, &lock);
  pthread_mutex_unlock(&lock);
}
static void serve(void) {
  for (;;) {
  }
}
static void *run(void *unused) {
  WAIT();
  return 0;
}
int main(void) {
#ifdef BEFORE
  word = BEFORE;
#endif
#ifdef ALONE
  run(0);
#else
  pthread_t id;
  pthread_create(&id, 0, run, 0);
#ifdef NEVER
  if (zero) word = 1;
#endif
  pthread_join(id, 0);
#endif
}
