/* What the witnesses in formats.py are about that other tools would write. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int first, second;

void *one(void *unused) {
  first = 1;
  int drawn = __VERIFIER_nondet_int();
  if (drawn > 5)
    second = drawn;
  return unused;
}

void *two(void *unused) {
  if (first == 1) {
    if (second == 7)
      reach_error();
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
