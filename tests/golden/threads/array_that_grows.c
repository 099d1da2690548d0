// A thread puts an array of twice the length in the place of another one, and a reader looks at whichever is there.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model aarch64
// fencepost: verify --model rc11 --no-check data-race
// fencepost: verify --model sc -DTOO_FEW
// fencepost: verify --model tso -DTOO_EARLY
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct array {
  unsigned length;
  int* values[];
};
static struct array* _Atomic active;
static int one = 1;
static struct array* make(unsigned length) {
  struct array* made = malloc(sizeof *made + length * sizeof(int*));
  if (made == 0) abort();
  made->length = length;
  return made;
}
static void* grow(void* unused) {
  struct array* old = active;
#ifdef TOO_FEW
  struct array* made = make(old->length);
  made->length <<= 1;
#else
  struct array* made = make(old->length << 1);
#endif
#ifdef TOO_EARLY
  active = made;
#endif
  made->values[0] = old->values[0];
  made->values[1] = &one;
  active = made;
  return unused;
}
int main(void) {
  pthread_t thread;
  struct array* first = make(1);
  first->values[0] = &one;
  active = first;
  pthread_create(&thread, 0, grow, 0);
  struct array* here = active;
  for (unsigned i = 0; i < here->length; i++) assert(*here->values[i] == 1);
  pthread_join(thread, 0);
}
