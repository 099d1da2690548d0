// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock -DCROSSED
// fencepost: verify --property no-deadlock -DITSELF
// fencepost: verify --property no-deadlock -DFORGOTTEN
// Who comes second to a once flag waits for what the first one calls.
#include <threads.h>
once_flag first = ONCE_FLAG_INIT, second = ONCE_FLAG_INIT;
mtx_t mutex;
cnd_t condition;
int ready;
void nothing(void) {}
void make(void) {
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
#if defined CROSSED
  call_once(&second, nothing);
#elif defined ITSELF
  call_once(&first, nothing);
#endif
}
void other(void) {
#ifdef CROSSED
  call_once(&first, make);
#endif
}
int waiter(void *unused) {
  call_once(&first, make);
  mtx_lock(&mutex);
  while (!ready) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  return 0;
}
int setter(void *unused) {
  call_once(&second, other);
  call_once(&first, make);
  mtx_lock(&mutex);
  ready = 1;
#ifndef FORGOTTEN
  cnd_signal(&condition);
#endif
  mtx_unlock(&mutex);
  return 0;
}
int main(void) {
  thrd_t a, b;
  thrd_create(&a, waiter, 0);
  thrd_create(&b, setter, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
}
