// fencepost: show --stage core
// Functions with this prefix run as one step, also when they return early; so does what stands between the two calls,
// declared or not.
#include <pthread.h>
int x;
int __VERIFIER_atomic_take(int want) {
  if (x != 0) return 0;
  x = want;
  return 1;
}
void *other(void *unused) {
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, other, 0);
  return __VERIFIER_atomic_take(1);
}
