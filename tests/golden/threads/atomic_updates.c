// op=, ++ and -- of an atomic object are one update whose arithmetic is the operator's (C11 6.5.16.2p3, 6.5.2.4p2, 6.5.3.1p2):
// signed overflow is undefined. That of the generic functions wraps (7.17.7.5p3).
// fencepost: verify -DT=int -DFROM=2147483647 -DOP='x+=1' -DTO=0
// fencepost: verify -DT=int -DFROM=2147483647 -DOP='x++' -DTO=0
// fencepost: verify -DT=int -DFROM=-2147483647-1 -DOP='--x' -DTO=0
// fencepost: verify -DT=int -DFROM=2147483647 -DOP='atomic_fetch_add(&x,1)' -DTO='-2147483647-1'
// fencepost: verify -DT=short -DFROM=32767 -DOP='x+=1' -DTO=-32768
// fencepost: verify -DT=unsigned -DFROM=0 -DOP='x--' -DTO=4294967295u
// fencepost: verify -DT=int -DFROM=7 -DOP='x/=variable' -DTO=3
// fencepost: verify -DT=int -DFROM=7 -DOP='x%=zero' -DTO=3
// fencepost: verify -DT=int -DFROM=7 -DOP='x<<=variable' -DTO=28
// fencepost: verify -DT=int -DFROM=-7 -DOP='x<<=variable' -DTO=28
// fencepost: verify -DT=int -DFROM=7 -DOP='x>>=40*variable' -DTO=28
// fencepost: verify -DT=_Bool -DFROM=0 -DOP='x+=variable' -DTO=1
// fencepost: verify -DT=_Bool -DFROM=1 -DOP='x++' -DTO=1
// fencepost: verify -DT=_Bool -DFROM=1 -DOP='x--' -DTO=0
// fencepost: verify -DT=double -DFROM=1.5 -DOP='x*=variable' -DTO=3
// fencepost: verify -DT=float -DFROM=1.5f -DOP='++x' -DTO=2.5f
// fencepost: verify -DT=char -DFROM=100 -DOP='x+=2.5' -DTO=102
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic T x = FROM;
int variable = 2, zero;
void *other(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  OP;
  assert(x == TO);
}
