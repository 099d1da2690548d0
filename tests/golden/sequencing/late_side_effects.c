// The side effect of an assignment is done by the next sequence point, in no order with other side effects of the expression
// (C11 6.5.16p3): who reads y = 1 need not see x = 1.
// fencepost: verify -DDO='y=x=1'
// fencepost: verify -DDO='y=x=1' --model sc
// fencepost: verify -DDO='y=x=1' --model tso
// fencepost: verify -DDO='y=x=1' --model pso
// fencepost: verify -DDO='y=x=1' --model rc11
// fencepost: verify -DDO='y=x=1' --model aarch64
// fencepost: verify -DDO='y=x=1' --eval-order left-to-right
// fencepost: verify -DDO='y=z=x=1' --model tso
// fencepost: verify -DDO='a[x=1]=1' -DY='a[1]'
// fencepost: verify -DDO='y=one?(x=1):2'
// fencepost: verify -DDO='(x=1)+(y=1)' --model tso
// fencepost: verify -DDO='(x=1)+(y=1)' --model pso
// fencepost: verify -DDO='(x=1)+y++' --model tso
// fencepost: verify -DDO='y=x=1' -DX_IS_PLAIN
// fencepost: verify -DDO='x=1,y=1' -DX_IS_PLAIN
// fencepost: verify -DDO='x=1,y=1' --model tso
// fencepost: verify -DDO='(x=1)?y=1:0'
// fencepost: verify -DDO='(x=1)&&(y=1)'
// fencepost: verify -DDO='set(x=1)'
// fencepost: verify -DDO='if(x=1)y=1'
// fencepost: verify -DDO='z=x=1;y=1' --model tso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef Y
#define Y y
#endif
#ifdef X_IS_PLAIN
int x;
#else
atomic_int x;
#endif
atomic_int y, z, a[2];
int one = 1;
static void set(int value) { y = value; }

void *reader(void *unused) {
  if (Y == 1) assert(x == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  DO;
  pthread_join(thread, 0);
  assert(x == 1 && (Y == 1 || Y == 2));
}
