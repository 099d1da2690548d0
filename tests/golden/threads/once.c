// fencepost: verify
#include <assert.h>
#include <threads.h>
once_flag once = ONCE_FLAG_INIT;
int calls;
void initialise(void) { calls++; }
int start(void *unused) {
  call_once(&once, initialise);
  assert(calls == 1);
  return calls;
}
int main(void) {
  thrd_t id;
  int result;
  thrd_create(&id, start, 0);
  call_once(&once, initialise);
  thrd_join(id, &result);
  assert(result == 1);
  assert(calls == 1);
}
