// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model pso -DFENCED
// fencepost: verify --property unreach-call --model sc -DEAGER
// Two readers and a writer that never end. Under pso the writer's last store may still wait when it says that it has done. EAGER: a
// reader does not wait for the writer.
#include <assert.h>
#include <pthread.h>

#ifdef FENCED
#define FENCE() __sync_synchronize()
#else
#define FENCE()
#endif

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
int readers, writing, data;

void *writer(void *argument) {
  for (;;) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(readers == 0 && !writing);
    writing = 1;
    __VERIFIER_atomic_end();
    data = 1;
    data = 0;
    FENCE();
    writing = 0;
  }
}

static void read_for_ever(void) {
  for (;;) {
    __VERIFIER_atomic_begin();
#ifndef EAGER
    __VERIFIER_assume(!writing);
#endif
    readers++;
    __VERIFIER_atomic_end();
    assert(data == 0);
    __VERIFIER_atomic_begin();
    readers--;
    __VERIFIER_atomic_end();
  }
}

void *first(void *argument) {
  read_for_ever();
  return 0;
}

void *second(void *argument) {
  read_for_ever();
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, first, 0);
  pthread_create(&c, 0, second, 0);
  pthread_join(a, 0);
  return 0;
}
