// What a section reads decides if it comes to an access that races, and if an exchange there writes.
// fencepost: verify --property no-data-race --model sc -DSECTION=exchange(2)
// fencepost: verify --property no-data-race --model tso -DSECTION=exchange(2)
// fencepost: verify --property no-data-race --model sc -DSECTION=exchange(1)
// fencepost: verify --property no-data-race --model tso -DSECTION=exchange(1)
// fencepost: verify --property no-data-race --model sc -DSECTION=guarded(2)
// fencepost: verify --property no-data-race --model pso -DSECTION=guarded(2)
// fencepost: verify --property no-data-race --model sc -DSECTION=guarded(1)
// fencepost: verify --property no-data-race --model sc -DSECTION=counted(0)
// fencepost: verify --property no-data-race --model sc -DSECTION=counted(2)
// fencepost: verify --property no-data-race --model sc -DSECTION=counted(3)
// fencepost: verify --property no-data-race --model tso -DSECTION=counted(3)
// fencepost: verify --property no-data-race --model sc -DSECTION=twice(1)
// fencepost: verify --property no-data-race --model sc -DSECTION=twice(2)
// fencepost: verify --property no-data-race --engine cegar -DSECTION=exchange(2)
// fencepost: verify --property no-data-race --engine cegar -DSECTION=counted(3)
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, count;
// y is 0 or 1, and 2 never.
static void exchange(int expected) { __sync_val_compare_and_swap(&y, expected, 7); }
static void guarded(int expected) {
  if (count == expected) y = 7;
}
// It reads what it has written itself.
static void counted(int expected) {
  count = count + 1;
  if (count == expected) y = 7;
}
// The second exchange finds what the first has left, unless another was first.
static void twice(int expected) {
  if (__sync_val_compare_and_swap(&count, 0, 1) == 0) __sync_val_compare_and_swap(&count, 1, 2);
  if (count == expected) y = 7;
}
static void *section(void *unused) {
  __VERIFIER_atomic_begin();
  SECTION;
  __VERIFIER_atomic_end();
  return unused;
}
static void *counts(void *unused) {
  __sync_fetch_and_add(&count, 1);
  return unused;
}
static void *other(void *unused) {
  __sync_fetch_and_add(&y, 1);
  x = y;
  return unused;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, section, 0);
  pthread_create(&b, 0, other, 0);
  pthread_create(&c, 0, counts, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
