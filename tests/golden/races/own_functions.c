// A model of the user's whose happens-before has its barriers inside a function that a function is given: what orders the data of a
// writer with a barrier does not order that of one without.
// fencepost: verify --engine bounded --model races/own_functions.cat -DFENCED=0
// fencepost: verify --engine bounded --model races/own_functions.cat -DFENCED=1
// fencepost: verify --engine bounded --model races/own_functions.cat -DALWAYS
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag, skip;

void *writer(void *unused) {
  data = 1;
#ifndef ALWAYS
  if (atomic_load_explicit(&skip, memory_order_relaxed) == FENCED)
#endif
    atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

void *reader(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 0) return 0;
  atomic_thread_fence(memory_order_seq_cst);
  return (void *)(long)data;
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
}
