// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model aarch64
// Independent reads of independent writes: two readers that disagree on which of two writes came first, where a model lets them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define R(place) atomic_load_explicit(&place, memory_order_relaxed)
#define W(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
atomic_int x, y, saw[4];
void *write_x(void *u) {
  W(x, 1);
  return u;
}
void *write_y(void *u) {
  W(y, 1);
  return u;
}
void *read_xy(void *u) {
  int first = R(x), second = R(y);
  W(saw[0], first);
  W(saw[1], second);
  return u;
}
void *read_yx(void *u) {
  int first = R(y), second = R(x);
  W(saw[2], first);
  W(saw[3], second);
  return u;
}
int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, 0, write_x, 0);
  pthread_create(&b, 0, write_y, 0);
  pthread_create(&c, 0, read_xy, 0);
  pthread_create(&d, 0, read_yx, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  pthread_join(d, 0);
  assert(!(R(saw[0]) == 1 && R(saw[1]) == 0 && R(saw[2]) == 1 && R(saw[3]) == 0));
}
