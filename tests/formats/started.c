// Threads are made inside macros, and what fails stands inside one that defines functions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum;

#define ADDS(name, number)              \
  void* name(void* unused) {            \
    int before = atomic_fetch_add(&sum, number); \
    assert(before != 2);                \
    return unused;                      \
  }
ADDS(two, 2)
ADDS(three, 3)

#define CHECKED(call) \
  if ((call) != 0) return 1
#define START(thread, function) CHECKED(pthread_create(thread, 0, function, 0))

int main(void) {
  pthread_t threads[2];
  START(&threads[0], two);
  START(&threads[1], three);
  for (int i = 0; i < 2; i++) CHECKED(pthread_join(threads[i], 0));
  return 0;
}
