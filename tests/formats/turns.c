/* Three threads that must go in one order, the others being right. */
#include <pthread.h>
extern void reach_error(void);
int step;
void *first(void *unused) {
  if (step == 0) step = 1;
  return unused;
}
void *second(void *unused) {
  if (step == 1)
    step = 2;
  else
    step = 7;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  int seen = step;
  if (seen == 2) {
    if (step == 2) reach_error();
  }
  return 0;
}
