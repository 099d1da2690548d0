// A data race of accesses that are not atomic: no fence orders them, whatever it is and wherever it stands. That was found out by trying all
// sets of fences.
// fencepost-text: fences --model rc11
// fencepost: fences --model c11
// fencepost: fences --model rc11 -DATOMIC
#include <pthread.h>
#include <stdatomic.h>

int data;
#ifdef ATOMIC  // they are ordered where the flag's store and load are
atomic_int flag;
#else
int flag;
#endif

void *writes(void *unused) {
  data = 1;
#ifdef ATOMIC
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
#else
  flag = 1;
#endif
  return unused;
}

void *reads(void *unused) {
  int sum = 0;
#ifdef ATOMIC
  if (atomic_load_explicit(&flag, memory_order_relaxed)) sum = data;
#else
  if (flag) sum = data;
#endif
  return sum ? unused : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writes, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
