// Operands that read one object read it in any order: a run says which of them reads when.
// fencepost: verify -DVALUE='y+10*y' -DNOT=2
// fencepost: verify -DVALUE='y+10*y' -DNOT=20 --model tso
// fencepost: verify -DVALUE='f(y,y)' -DNOT=2 --model rc11
// fencepost: verify -DVALUE='y+10*(y+10*y)' -DNOT=22
// fencepost: verify -DVALUE='y+10*(y+10*y)' -DNOT=202 --model sc
// fencepost: verify -DVALUE='y+10*y' -DNOT=1
// fencepost: verify -DVALUE='(i=y,i+10*y)' -DNOT=2
// fencepost: verify -DVALUE='(i=y,i+10*y)' -DNOT=20
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int y;
static int f(int a, int b) { return a + 10 * b; }
void *other(void *unused) {
  y = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  int i = 0;
  pthread_create(&thread, 0, other, 0);
  int r = VALUE;
  assert(r != NOT);
  (void)i;
  return f(0, 0);
}
