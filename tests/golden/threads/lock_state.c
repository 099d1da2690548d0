// fencepost: verify --entry copied
// fencepost: verify --entry copied_static
// fencepost: verify --entry by_bytes
// fencepost: verify --entry destroyed
// fencepost: verify --entry destroyed_held
// fencepost: verify --entry destroyed_twice
// fencepost: verify --entry initialised_held
// fencepost: verify --entry initialised_again
// fencepost: verify --entry zeros
// fencepost: verify --entry given
// fencepost: verify --entry literal
// fencepost: verify --entry garbage
// fencepost: verify --entry relocked
// fencepost: verify --entry normal
// fencepost: verify --entry recursive
// fencepost: verify --entry error_checking
// fencepost: verify --entry not_held
// fencepost: verify --entry other_order
// fencepost: verify --entry attributes
// fencepost: verify --entry zeros --strict
// fencepost: verify --entry initialised_again --strict
// fencepost: verify --entry given --strict
// What a mutex must be before it is used (POSIX): initialised, not destroyed, no copy, not initialised anew while it is held. Zeros are
// taken for an initialiser, and a second initialisation is accepted, unless --strict.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER, zero;
struct queue {
  int length;
  pthread_mutex_t mutex;
};
void use(pthread_mutex_t *mutex) {
  assert(pthread_mutex_lock(mutex) == 0);
  assert(pthread_mutex_unlock(mutex) == 0);
}
void copied(void) {
  struct queue a, b;
  a.length = 0;
  pthread_mutex_init(&a.mutex, 0);
  b = a;
  use(&a.mutex);
  use(&b.mutex);
}
void copied_static(void) {
  pthread_mutex_t copy = fixed;
  use(&copy);
}
void by_bytes(void) {
  pthread_mutex_t copy;
  memcpy(&copy, &fixed, sizeof copy);
  use(&copy);
}
void destroyed(void) {
  pthread_mutex_destroy(&fixed);
  use(&fixed);
}
void destroyed_held(void) {
  pthread_mutex_lock(&fixed);
  pthread_mutex_destroy(&fixed);
}
void destroyed_twice(void) {
  pthread_mutex_destroy(&fixed);
  pthread_mutex_destroy(&fixed);
}
void initialised_held(void) {
  pthread_mutex_lock(&fixed);
  pthread_mutex_init(&fixed, 0);
}
void initialised_again(void) {
  pthread_mutex_init(&fixed, 0);
  use(&fixed);
}
void zeros(void) { use(&zero); }
void given(void) {
  struct queue queues[2] = {{1, PTHREAD_MUTEX_INITIALIZER}, {2, PTHREAD_MUTEX_INITIALIZER}};
  use(&fixed);
  use(&queues[1].mutex);
  pthread_mutex_destroy(&fixed);
  pthread_mutex_init(&fixed, 0);
  use(&fixed);
}
void literal(void) {
  zero = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  use(&zero);
}
void garbage(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  if (!mutex) return;
  memset(mutex, 1, sizeof *mutex);
  pthread_mutex_init(mutex, 0);
  use(mutex);
  free(mutex);
}
void relocked(void) {
  pthread_mutex_lock(&fixed);
  pthread_mutex_lock(&fixed);
}
void of_kind(int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(&fixed, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_mutex_lock(&fixed);
}
void normal(void) {
  of_kind(PTHREAD_MUTEX_NORMAL);
  pthread_mutex_lock(&fixed);
  assert(0);  // it waits for itself
}
void recursive(void) {
  of_kind(PTHREAD_MUTEX_RECURSIVE);
  use(&fixed);
  assert(pthread_mutex_unlock(&fixed) == 0);
  assert(pthread_mutex_unlock(&fixed) == EPERM);
}
void error_checking(void) {
  of_kind(PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutex_lock(&fixed) == EDEADLK);
}
void not_held(void) { pthread_mutex_unlock(&fixed); }
void other_order(void) {
  pthread_mutex_lock(&fixed);
  pthread_mutex_lock(&zero);
  pthread_mutex_unlock(&fixed);
  pthread_mutex_unlock(&zero);
}
void attributes(void) {
  static pthread_mutexattr_t kind;
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
}
