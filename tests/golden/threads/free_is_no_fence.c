// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model pso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// Store buffering around the end of an object's life that another thread has used: to free it is no barrier.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
atomic_int x, y, first_used, second_used;
int a, b, *first, *second;
void *left(void *unused) {
  while (!atomic_load_explicit(&first_used, memory_order_acquire)) {
  }
  STORE(x, 1);
  free(first);
  a = LOAD(y);
  return 0;
}
void *right(void *unused) {
  while (!atomic_load_explicit(&second_used, memory_order_acquire)) {
  }
  STORE(y, 1);
  free(second);
  b = LOAD(x);
  return 0;
}
void *user(void *unused) {
  *first = 1;
  *second = 1;
  atomic_store_explicit(&first_used, 1, memory_order_release);
  atomic_store_explicit(&second_used, 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t l, r, u;
  first = malloc(sizeof *first);
  second = malloc(sizeof *second);
  pthread_create(&l, 0, left, 0);
  pthread_create(&r, 0, right, 0);
  pthread_create(&u, 0, user, 0);
  pthread_join(l, 0);
  pthread_join(r, 0);
  pthread_join(u, 0);
  assert(a == 1 || b == 1);
}
