// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --engine cegar -DHALF
// An array is filled with zeros as a whole, and read by elements.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint which;

void *chooser(void *unused) {
  for (;;) which = (which + 1) % 4;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, chooser, 0);
  for (;;) {
    int seen[4] = {0};
    unsigned at = which;
    if (at >= 4) at = 0;
#ifdef HALF
    seen[1] = 1;
#endif
    assert(seen[at] == 0);
    seen[at]++;
    assert(seen[at] == 1);
  }
}
