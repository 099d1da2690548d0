// A message is passed on for ever by release and acquire: under rc11 each side sees what the other has done before.
// fencepost-text: robust --model rc11
// fencepost: robust --model rc11 --unwind 1 -DRELAXED
#include <pthread.h>
#include <stdatomic.h>
#ifdef RELAXED
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#else
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#endif
int message;
atomic_int full;
void *send(void *unused) {
  for (;;) {
    while (atomic_load_explicit(&full, ACQUIRE)) {
    }
    message = 1;
    atomic_store_explicit(&full, 1, RELEASE);
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, send, 0);
  for (;;) {
    while (!atomic_load_explicit(&full, ACQUIRE)) {
    }
    message = 0;
    atomic_store_explicit(&full, 0, RELEASE);
  }
}
