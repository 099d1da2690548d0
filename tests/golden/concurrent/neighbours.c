// Adjacent elements and fields are different places: threads that write one each do not disturb each other.
// fencepost: verify
// fencepost: verify --model pso
#include <assert.h>
#include <pthread.h>
char bytes[4];
struct {
  short left, right;
} pair;
void* left(void* arg) {
  bytes[1] = 1;
  pair.left = 5;
  assert(bytes[1] == 1 && pair.left == 5);
  return 0;
}
void* right(void* arg) {
  bytes[2] = 2;
  pair.right = 6;
  assert(bytes[2] == 2 && pair.right == 6);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(bytes[0] == 0 && bytes[1] == 1 && bytes[2] == 2 && bytes[3] == 0);
  assert(pair.left == 5 && pair.right == 6);
}
