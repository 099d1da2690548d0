// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DWEAK
// Peterson's lock, of seq_cst accesses, beside a mutex, which acquires and releases: each has the order that it needs.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define LOAD(x) atomic_load_explicit(x, memory_order_acquire)
#else
#define LOAD(x) atomic_load(x)
#endif

atomic_int wants0, wants1, turn;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside, noted;

void note(void) {
  pthread_mutex_lock(&mutex);
  noted = 1;
  pthread_mutex_unlock(&mutex);
}

void *first(void *unused) {
  for (;;) {
    atomic_store(&wants0, 1);
    atomic_store(&turn, 1);
    while (LOAD(&wants1) && atomic_load(&turn) == 1) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants0, 0);
    note();
  }
  return unused;
}

void *second(void *unused) {
  for (;;) {
    atomic_store(&wants1, 1);
    atomic_store(&turn, 0);
    while (LOAD(&wants0) && atomic_load(&turn) == 0) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&wants1, 0);
    note();
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
