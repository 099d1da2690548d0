// fencepost: verify --engine cegar --property valid-deref
// fencepost: verify --engine cegar --property valid-free
// fencepost: verify --engine cegar --property no-data-race
// fencepost: verify --engine cegar --property valid-deref --model tso
// fencepost: verify --engine cegar --property valid-deref --model pso
// fencepost: verify --engine cegar --property valid-deref --model rc11
// fencepost: verify --engine cegar --property valid-deref -DEARLY
// fencepost: verify --engine cegar --property valid-deref -DEARLY --model rc11
// fencepost: verify --engine cegar --property valid-free -DTWICE
// fencepost: verify --engine cegar --property valid-deref -DBEYOND
// fencepost: verify --engine cegar --property no-data-race -DSTILL_USED
// A server that never ends gets a request at a time, handed over under a lock; whoever takes the last one frees it.
#include <pthread.h>
#include <stdlib.h>

struct request {
  int number, answer[2];
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct request *waiting, *served;

void *server(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct request *mine = waiting;
    waiting = 0;
    pthread_mutex_unlock(&lock);
    if (!mine) continue;
#ifdef BEYOND
    mine->answer[mine->number] = 1;
#else
    mine->answer[mine->number & 1] = 1;
#endif
    pthread_mutex_lock(&lock);
    served = mine;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  struct request *made = malloc(sizeof *made);
  made->number = 2;
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  pthread_mutex_lock(&lock);
  waiting = made;
  pthread_mutex_unlock(&lock);
#ifdef EARLY
  free(made);
#elif defined STILL_USED
  made->number = 1;
#endif
  for (;;) {
    pthread_mutex_lock(&lock);
    struct request *done = served;
    served = 0;
    pthread_mutex_unlock(&lock);
    if (!done) continue;
    if (done->number == 0) {
      free(done);
#ifdef TWICE
      free(done);
#endif
      return 0;
    } else {
      done->number--;
    }
    pthread_mutex_lock(&lock);
    waiting = done;
    pthread_mutex_unlock(&lock);
  }
}
