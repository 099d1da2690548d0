// C11 7.22.3.1; one that is no alignment gives a null pointer.
// fencepost: verify -DALIGN=64 -DTEST='address%64==0'
// fencepost: verify -DALIGN=64 -DTEST='address%128==0'
// fencepost: verify -DALIGN=4096 -DTEST='address%4096==0'
// fencepost: verify -DALIGN='(nondet()?32:256)' -DTEST='address%32==0'
// fencepost: verify -DALIGN='(nondet()?32:256)' -DTEST='address%256==0'
// fencepost: verify -DALIGN=48 -DTEST='address==0'
// fencepost: verify -DALIGN=0 -DTEST='address==0'
// fencepost: verify -DALIGN=64 -DPOSIX -DTEST='!error&&address%64==0'
// fencepost: verify -DALIGN=4 -DPOSIX -DTEST='error'
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define nondet __VERIFIER_nondet_int

int main(void) {
  size_t align = ALIGN;
  int error = 0;
  void* made = 0;
#ifdef POSIX
  error = posix_memalign(&made, align, 100);
#else
  made = aligned_alloc(align, 256);
#endif
  uintptr_t address = (uintptr_t)made;
  assert(TEST);
  free(made);
}
