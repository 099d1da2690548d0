// A copy reads and writes: two copies of a struct onto itself race.
// fencepost: verify
// fencepost: verify --model sc
// fencepost: verify --model rc11
#include <pthread.h>
struct S { int a, b; } s;
void *f(void *p) { s = s; return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return s.a;
}
