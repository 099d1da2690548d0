// fencepost-text: show --stage flat --property unreach-call
// Threads made in a loop without a known end: any number of one template.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int slots[3], used;
void *take(void *unused) {
  int mine = __sync_fetch_and_add(&used, 1);
  if (mine >= 0 && mine < 3) {
    slots[mine]++;
    assert(slots[mine] == 1);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) pthread_create(&thread, 0, take, 0);
}
