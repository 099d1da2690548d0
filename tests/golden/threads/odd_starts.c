// fencepost: show --stage core
// fencepost: verify --model tso -DBUG
// fencepost: verify --model tso -DBUG -DKEYS
// Thread functions as people write them: no prototype, no result, an int as argument, pthread_exit.
#include <pthread.h>
extern void __VERIFIER_error(void);
int x;
void *no_prototype() {
  x = 1;
  return 0;
}
void no_result(void *unused) { x = 2; }
void *number(long n) {
  x = (int)n;
  pthread_exit(0);
}
int main() {
  pthread_t ids[3];
#ifdef KEYS
  pthread_key_t key;
  pthread_key_create(&key, 0);
#endif
  pthread_create(&ids[0], 0, no_prototype, 0);
  pthread_create(&ids[1], 0, (void *(*)(void *))no_result, 0);
  pthread_create(ids + 2, 0, (void *)&number, (void *)7);
  pthread_join(ids[0], 0);
#ifdef BUG
  if (x == 7) __VERIFIER_error();
#endif
  return 0;
}
