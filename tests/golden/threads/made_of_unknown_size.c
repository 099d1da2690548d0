// An object that one thread makes, with a size that the run decides, and others use. They take the size that it has.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model aarch64
// fencepost: verify --model rc11
// fencepost: verify --model sc -DAT=5
// fencepost: verify --model rc11 -DAT=5
// fencepost: verify --model sc -DAT=5 -DLARGER
// fencepost: verify --model sc -DAT=9
// fencepost: verify --model sc -DANY
// fencepost: verify --model sc -DANY -DCHECKED
// fencepost: verify --model rc11 -DANY -DCHECKED
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef AT
#define AT 3
#endif
static atomic_int* _Atomic array;
static atomic_int top, count;
#ifdef ANY
unsigned char __VERIFIER_nondet_uchar(void);
#endif
static void* uses(void* unused) {
  atomic_int* here = atomic_load(&array);
  if (here == 0) return unused;
#ifdef LARGER
  if (atomic_load(&count) < 8) return unused;
#endif
#ifdef CHECKED
  if (AT >= atomic_load(&count)) return unused;
#endif
  atomic_load(&here[AT]);
  return unused;
}
static void* decides(void* unused) {
  atomic_store(&top, 1);
  return unused;
}
int main(void) {
  pthread_t user, other;
  pthread_create(&user, 0, uses, 0);
  pthread_create(&other, 0, decides, 0);
#ifdef ANY
  int wanted = __VERIFIER_nondet_uchar();
#else
  int wanted = atomic_load(&top) ? 4 : 8;
#endif
  atomic_int* made = calloc(wanted, sizeof *made);
  if (made != 0) {
    atomic_store(&count, wanted);
    atomic_store(&array, made);
  }
  pthread_join(user, 0);
  pthread_join(other, 0);
  free(made);
}
