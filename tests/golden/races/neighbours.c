// fencepost: verify --property no-data-race
// fencepost: verify --property no-data-race -DSAME
// Adjacent elements and members are different memory locations (C11 3.14), also next to each other in one word.
#include <pthread.h>
struct { char first, second; } pair;
char bytes[2];
void *left(void *unused) {
  pair.first = 1;
  bytes[0]++;
  return 0;
}
void *right(void *unused) {
  pair.second = 1;
#ifdef SAME
  bytes[0]++;
#else
  bytes[1]++;
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
