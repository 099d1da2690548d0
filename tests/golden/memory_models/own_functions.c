// Message passing whose writer has its barrier on one of two paths. The axiom of the model has the barrier inside a function that a
// function is given; what forbids the run with the barrier must not forbid the one without.
// fencepost: verify --engine bounded --model memory_models/own_functions.cat -DFENCED=0
// fencepost: verify --engine bounded --model memory_models/own_functions.cat -DFENCED=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, flag, skip;
int got, then;

void *writer(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  if (atomic_load_explicit(&skip, memory_order_relaxed) == FENCED) atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

void *reader(void *unused) {
  got = atomic_load_explicit(&flag, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  then = atomic_load_explicit(&data, memory_order_relaxed);
  return 0;
}

void *other(void *unused) {
  atomic_store_explicit(&skip, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(!(got == 1 && then == 0));
}
