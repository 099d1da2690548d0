// A thread reads its own buffered store before anybody else can: each sees its own, and misses the other's.
// fencepost: verify --model sc
// fencepost: verify --model tso
#include <assert.h>
#include <pthread.h>
int x, y, a, b, c, d;
void* left(void* arg) {
  x = 1;
  a = x;
  b = y;
  return 0;
}
void* right(void* arg) {
  y = 1;
  c = y;
  d = x;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, left, 0);
  pthread_create(&u, 0, right, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(a == 1 && c == 1);
  assert(b == 1 || d == 1);
}
