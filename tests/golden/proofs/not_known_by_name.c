// fencepost: verify --property unreach-call --engine cegar
// fencepost: verify --property unreach-call --model proofs/sc.cat --engine cegar
// fencepost: verify --property unreach-call --model proofs/sc.cat
// Store buffering of three threads, which that model allows.
#include <assert.h>
#include <pthread.h>

int x, y, z, a, b, c;

void *first(void *unused) { x = 1; a = y; return unused; }
void *second(void *unused) { y = 1; b = z; return unused; }
void *third(void *unused) { z = 1; c = x; return unused; }

int main(void) {
  pthread_t p, q, r;
  pthread_create(&p, 0, first, 0);
  pthread_create(&q, 0, second, 0);
  pthread_create(&r, 0, third, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  pthread_join(r, 0);
  assert(a + b + c > 0);
}
