// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model rc11
// fencepost: verify --property unreach-call --model sc -DEARLY
// fencepost: verify --property unreach-call --model pso -DRELAXED
// fencepost: verify --property unreach-call --model rc11 -DRELAXED
// Double-checked initialisation, asked for ever. EARLY: the flag is set before what it tells; RELAXED: nothing orders them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef RELAXED
#define TELL memory_order_relaxed
#else
#define TELL memory_order_release
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int ready, value;

static void use(void) {
  for (;;) {
    if (!atomic_load_explicit(&ready, memory_order_acquire)) {
      pthread_mutex_lock(&mutex);
      if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
#ifdef EARLY
        atomic_store_explicit(&ready, 1, TELL);
#endif
        atomic_store_explicit(&value, 42, memory_order_relaxed);
        atomic_store_explicit(&ready, 1, TELL);
      }
      pthread_mutex_unlock(&mutex);
    }
    assert(atomic_load_explicit(&value, memory_order_relaxed) == 42);
  }
}

void *first(void *argument) {
  use();
  return 0;
}

void *second(void *argument) {
  use();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  return 0;
}
