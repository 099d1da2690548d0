// None of them is torn, whatever the operator; what an uninitialised one computes is undefined.
// fencepost: verify -DONE='x*=2' -DTWO='x*=3' -DTO=6
// fencepost: verify -DONE='x*=2' -DTWO='x*=3' -DTO=6 --model tso
// fencepost: verify -DONE='x*=2' -DTWO='x+=3' -DTO=8
// fencepost: verify -DONE='x*=2' -DTWO='x<<=1' -DTO=4 --model rc11
// fencepost: verify -DONE='x/=2' -DTWO='x+=3' -DTO=2 --model aarch64
// fencepost: verify -DONE='x=x*2' -DTWO='x*=3' -DTO=6
// fencepost: verify -DONE='atomic_int_y;y++' -DTWO='x+=0' -DTO=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define atomic_int_y atomic_int y
atomic_int x = 1;
void *other(void *unused) {
  ONE;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  TWO;
  pthread_join(thread, 0);
  assert(x == TO);
}
