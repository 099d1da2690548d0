// fencepost: verify --entry fine
// fencepost: verify --entry copied
// fencepost: verify --entry by_bytes
// fencepost: verify --entry held_and_initialised
// fencepost: verify --entry free_and_initialised
// fencepost: verify --entry free_and_initialised --strict
// fencepost: verify --entry garbage
// fencepost: verify --entry by_another
// fencepost: verify --entry waited_for
// What a spin lock must be (POSIX 2.9.9, pthread_spin_init): no copy, and not initialised while it is held.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_spinlock_t spin;
int shared;
void *user(void *lock) {
  pthread_spin_lock(lock);
  ++shared;
  pthread_spin_unlock(lock);
  return 0;
}
void with_thread(void *start(void *)) {
  pthread_t id;
  pthread_create(&id, 0, start, &spin);
  user(&spin);
  pthread_join(id, 0);
}
void fine(void) {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  with_thread(user);
  assert(shared == 2);
  pthread_spin_destroy(&spin);
}
void copied(void) {
  pthread_spinlock_t copy;
  pthread_spin_init(&spin, 0);
  copy = spin;
  user(&copy);
}
void by_bytes(void) {
  pthread_spinlock_t copy;
  pthread_spin_init(&spin, 0);
  memcpy(&copy, &spin, sizeof copy);
  pthread_spin_trylock(&copy);
}
void held_and_initialised(void) {
  pthread_spin_init(&spin, 0);
  pthread_spin_lock(&spin);
  pthread_spin_init(&spin, 0);
}
void free_and_initialised(void) {
  pthread_spin_init(&spin, 0);
  pthread_spin_init(&spin, 0);
  user(&spin);
}
void garbage(void) {
  pthread_spinlock_t *lock = malloc(sizeof *lock);
  if (!lock) return;
  memset(lock, 1, sizeof *lock);
  pthread_spin_init(lock, 0);
  user(lock);
  free(lock);
}
void *releaser(void *lock) {
  pthread_spin_unlock(lock);
  return 0;
}
void by_another(void) {
  pthread_spin_init(&spin, 0);
  pthread_spin_lock(&spin);
  pthread_t id;
  pthread_create(&id, 0, releaser, &spin);
  pthread_join(id, 0);
}
void *destroyer(void *lock) {
  pthread_spin_destroy(lock);
  return 0;
}
void waited_for(void) {
  pthread_spin_init(&spin, 0);
  with_thread(destroyer);
}
