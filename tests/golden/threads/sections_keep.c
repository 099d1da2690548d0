// Inside an atomic section nothing changes but by its thread; outside, whatever lies between two of them may be seen.
// fencepost: verify --property unreach-call
// statistic: bounded.reads-from < 6
// statistic: unroll.implied-reads > 0
// fencepost: verify --property unreach-call -DAPART
// statistic: bounded.reads-from = 6
// fencepost: verify --property unreach-call --model tso
// statistic: unroll.implied-reads > 0
// fencepost: verify --property unreach-call --model pso -DAPART
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;
int values[3];
void* reader(void* arg) {
  __VERIFIER_atomic_begin();
  int first = x;
#ifdef APART
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
#endif
  int second = x;
  values[second % 3] = second;
  assert(values[first % 3] == first);
  assert(first % 2 == 0);
  __VERIFIER_atomic_end();
  return 0;
}
void* writer(void* arg) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  x = x + 1;
  __VERIFIER_atomic_end();
  x = 4;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
