// fencepost: show --stage core
#include <threads.h>
mtx_t mutex;
tss_t key;
int start(void *argument) {
  mtx_lock(&mutex);
  tss_set(key, argument);
  mtx_unlock(&mutex);
  thrd_exit(3);
}
int main(void) {
  thrd_t id;
  int result;
  mtx_init(&mutex, mtx_plain | mtx_recursive);
  tss_create(&key, 0);
  if (thrd_create(&id, start, &mutex) != thrd_success) return 1;
  thrd_join(id, &result);
  return result;
}
