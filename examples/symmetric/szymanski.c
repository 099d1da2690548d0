// 17/SZYMANSKI: Szymanski's lock (ICS 1988) for two threads, one of which goes first: a waiting room whose door is closed by the last to come
// in. What a flag says: 0 away, 1 wants to come in, 2 waits for others that want to, 3 stands in the door, 4 is in and has closed it.
//
// -DBUG: the second does not wait until the first is out of the room. Both threads are needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int first_flag, second_flag;
atomic_int inside;

static void critical_section(int me) {
  inside = me;
  assert(inside == me);
}

void *first(void *unused) {
  first_flag = 1;
  while (second_flag >= 3) {
  }
  first_flag = 3;
  if (second_flag == 1) {
    first_flag = 2;
    while (second_flag != 4) {
    }
  }
  first_flag = 4;
  // Nobody has to be let go first.
  critical_section(0);
  // The door opens when all who are in know that it was closed.
  for (;;) {
    int other = second_flag;
    if (other < 2 || other > 3) break;
  }
  first_flag = 0;
  return 0;
}

void *second(void *unused) {
  second_flag = 1;
  while (first_flag >= 3) {
  }
  second_flag = 3;
  if (first_flag == 1) {
    second_flag = 2;
    while (first_flag != 4) {
    }
  }
  second_flag = 4;
#ifndef BUG
  while (first_flag >= 2) {
  }
#endif
  critical_section(1);
  second_flag = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
}
