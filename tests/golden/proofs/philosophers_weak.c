// fencepost: verify --property unreach-call --model sc
// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model sc -DGREEDY
// Three philosophers for ever: who has two forks is alone with them. GREEDY: one eats with a fork that is not in its hand.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int in_use[3];

static void eat(int left, int right, int second) {
  for (;;) {
    pthread_mutex_lock(&fork_of[left]);
    if (right != left) pthread_mutex_lock(&fork_of[right]);
    assert(!in_use[left] && !in_use[second]);
    in_use[left] = 1;
    in_use[second] = 1;
    in_use[left] = 0;
    in_use[second] = 0;
    if (right != left) pthread_mutex_unlock(&fork_of[right]);
    pthread_mutex_unlock(&fork_of[left]);
  }
}

void *first(void *argument) {
  eat(0, 1, 1);
  return 0;
}

void *second(void *argument) {
  eat(1, 2, 2);
  return 0;
}

void *third(void *argument) {
#ifdef GREEDY
  eat(2, 2, 0);
#else
  eat(0, 2, 2);
#endif
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, 0);
  return 0;
}
