/* The threads take turns before they race, and which way they go tells where. */
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
int shared, other;
void *worker(void *unused) {
  for (int i = 0; i < 4; i++)
    while (turn != 2 * i + 1) {
    }
  if (turn == 7)
    shared = 1;
  else
    other = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  for (int i = 0; i < 4; i++) turn = 2 * i + 1;
  other = 2;
  shared = 2;
  pthread_join(thread, 0);
  return 0;
}
