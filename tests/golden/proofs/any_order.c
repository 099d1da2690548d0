// fencepost: verify --property unreach-call --eval-order all --engine cegar
// fencepost: verify --property unreach-call --eval-order all --engine cegar -DUNLOCKED
// fencepost: verify --property unreach-call --eval-order left-to-right --engine cegar -DUNLOCKED
// fencepost: verify --property unreach-call --eval-order all --engine bounded -DUNLOCKED
// fencepost: verify --property unreach-call --eval-order all --engine cegar -DBETWEEN
// Other threads may see the operands of an expression evaluated in any order: proofs hold for all of them. Without the lock only one
// order is safe. An operand with two accesses has orders that no permutation of operands is.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock;
int first, second;
#ifdef UNLOCKED
#define LOCK
#define UNLOCK
#else
#define LOCK pthread_mutex_lock(&lock)
#define UNLOCK pthread_mutex_unlock(&lock)
#endif

void *worker(void *unused) {
  for (;;) {
    LOCK;
    first = first < 1 ? first + 1 : 1;
    second = first;
    UNLOCK;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  LOCK;
#ifdef BETWEEN
  assert(first + first == 2 * second);
#else
  assert(second <= first);
#endif
  UNLOCK;
}
