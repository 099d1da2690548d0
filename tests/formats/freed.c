/* Whether an object lives is asked where nothing orders the end of its life before or after. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) shared;
void *one(void *unused) {
  shared = malloc(sizeof(int));
  free(shared);
  return unused;
}
void *other(void *unused) {
  int *seen = atomic_load_explicit(&shared, memory_order_acquire);
  if (seen) *seen = 18;
  return unused;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, other, 0);
  return 0;
}
