// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model aarch64
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model power
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model coherence
// Load buffering with loads that acquire: what follows them in program order comes later to Arm. Coherence alone asks for nothing of the kind.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define R(place) atomic_load_explicit(&place, memory_order_acquire)
#define W(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
atomic_int x, y, saw[2];
void *first(void *u) {
  int r = R(x);
  W(y, 1);
  W(saw[0], r);
  return u;
}
void *second(void *u) {
  int r = R(y);
  W(x, 1);
  W(saw[1], r);
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(!(R(saw[0]) == 1 && R(saw[1]) == 1));
}
