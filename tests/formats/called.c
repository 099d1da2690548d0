/* A statement that calls has begun before what it calls, and reads what threads share behind that. */
#include <pthread.h>
extern void reach_error(void);
int amount, expected = 2;
int take(void) {
  if (amount > 5) return 0;
  return amount;
}
void *worker(void *unused) {
  amount = 2;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  if (take() == expected) reach_error();
  return 0;
}
