// What functions of <threads.h> answer, where that does not depend on who is faster.
#include <stdio.h>
#include <threads.h>
#include <time.h>

#define TELL(call) printf("%s: %d\n", #call, call)

static once_flag once = ONCE_FLAG_INIT;
static int calls;
static void count(void) { ++calls; }
static tss_t key;
static int kept = 3;
static mtx_t lock;
static cnd_t changed;
static int ready;

static int run(void *argument) {
  call_once(&once, count);
  tss_set(key, &kept);
  mtx_lock(&lock);
  ready = 1;
  cnd_signal(&changed);
  cnd_broadcast(&changed);
  mtx_unlock(&lock);
  thrd_yield();
  if (tss_get(key) == &kept) thrd_exit(*(int *)argument + 1);
  return 0;
}

static int rest(void *unused) { return unused != NULL; }

int main(void) {
  thrd_t thread;
  int value = 6, result = -1;
  struct timespec past = {0, 0};
  call_once(&once, count);
  TELL(mtx_init(&lock, mtx_plain | mtx_recursive) == thrd_success);
  TELL(mtx_lock(&lock) == thrd_success);
  TELL(mtx_trylock(&lock) == thrd_success);
  TELL(mtx_unlock(&lock) == thrd_success);
  TELL(mtx_unlock(&lock) == thrd_success);
  mtx_destroy(&lock);
  TELL(mtx_init(&lock, mtx_timed) == thrd_success);
  TELL(mtx_timedlock(&lock, &past) == thrd_success);
  TELL(cnd_init(&changed) == thrd_success);
  TELL(tss_create(&key, NULL) == thrd_success);
  TELL(thrd_create(&thread, run, &value) == thrd_success);
  while (!ready) cnd_wait(&changed, &lock);
  int waited = cnd_timedwait(&changed, &lock, &past);  // it may end for no reason
  TELL(waited == thrd_timedout || waited == thrd_success);
  TELL(mtx_unlock(&lock) == thrd_success);
  TELL(thrd_join(thread, &result) == thrd_success);
  TELL(result);
  TELL(calls);
  TELL(tss_get(key) == NULL);
  tss_delete(key);
  cnd_destroy(&changed);
  mtx_destroy(&lock);
  TELL(thrd_equal(thrd_current(), thrd_current()) != 0);
  TELL(thrd_sleep(&past, NULL));
  TELL(thrd_create(&thread, rest, NULL) == thrd_success && thrd_detach(thread) == thrd_success);
  return 0;
}
