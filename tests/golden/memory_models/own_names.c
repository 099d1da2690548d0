// Files that name what C programs do not have: in flags they may, in axioms not. To one that does not name rmw an update is one
// event.
// fencepost: verify --model memory_models/own_names.cat
// fencepost: verify --model memory_models/own_names_axiom.cat
// fencepost: verify --model memory_models/own_names.cat -DUPDATE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *f(void *unused) {
#ifdef UPDATE
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
#else
  atomic_store_explicit(&x, 1, memory_order_relaxed);
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  pthread_join(a, 0);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
}
