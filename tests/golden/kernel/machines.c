// The kernel's barriers and updates as it is built for machines: message passing with smp_wmb and smp_rmb, store buffering with
// updates that return a value.
// fencepost: verify --model aarch64
// fencepost: verify --model power
// fencepost: verify --model riscv
// fencepost: verify --model tso
// fencepost: verify --model aarch64 -DNO_RMB
// fencepost: verify --model power -DNO_WMB
// fencepost: verify --model riscv -DNO_RMB
// fencepost: verify --model aarch64 -DUPDATES
// fencepost: verify --model power -DUPDATES
// fencepost: verify --model riscv -DUPDATES
// fencepost: verify --model aarch64 -DUPDATES -DRELAXED
// fencepost: verify --model riscv -DUPDATES -DRELAXED
// fencepost: verify --model tso -DUPDATES -DRELAXED
#include <assert.h>
#include <linux.h>
#include <pthread.h>
int x, y, r1, r2;
atomic_t p, q;
#ifdef RELAXED
#define UPDATE(v) atomic_add_return_relaxed(1, v)
#else
#define UPDATE(v) atomic_add_return(1, v)
#endif
void *first(void *unused) {
  WRITE_ONCE(x, 1);
#ifdef UPDATES
  UPDATE(&p);
  r1 = READ_ONCE(y);
#else
#ifndef NO_WMB
  smp_wmb();
#endif
  WRITE_ONCE(y, 1);
#endif
  return 0;
}
void *second(void *unused) {
#ifdef UPDATES
  WRITE_ONCE(y, 1);
  UPDATE(&q);
  r2 = READ_ONCE(x);
#else
  r1 = READ_ONCE(y);
#ifndef NO_RMB
  smp_rmb();
#endif
  r2 = READ_ONCE(x);
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef UPDATES
  assert(r1 || r2);
#else
  assert(!(r1 == 1 && r2 == 0));
#endif
}
