// Locks of x86: xchg has its lock without saying so, and a plain store gives it back. With -DBROKEN the store of the flag before the
// load of the other's needs the barrier that mfence, or a locked addition of nothing, is.
// fencepost: verify --model tso
// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify
// fencepost: verify --model tso -DCMPXCHG
// fencepost: verify --model tso -DTICKET
// fencepost: verify --model rc11 -DTICKET
// fencepost: verify --model tso -DDEKKER
// fencepost: verify --model tso -DDEKKER -DLOCKED
// fencepost: verify --model rc11 -DDEKKER -DLOCKED
// fencepost: verify --model tso -DDEKKER -DBROKEN
// fencepost: verify --model sc -DDEKKER -DBROKEN
#include <assert.h>
#include <pthread.h>
static unsigned word, next, inside;
static int flags[2];

#if defined(DEKKER)
static int enter(int me) {
  __asm__ __volatile__("movl %1, %0" : "=m"(flags[me]) : "r"(1) : "memory");
#ifdef LOCKED
  __asm__ __volatile__("lock; addl $0,-4(%%rsp)" : : : "memory", "cc");
#elif !defined(BROKEN)
  __asm__ __volatile__("mfence" : : : "memory");
#endif
  int other;
  __asm__ __volatile__("movl %1, %0" : "=r"(other) : "m"(flags[1 - me]) : "memory");
  return !other;
}
static void leave(void) {}
#elif defined(TICKET)
static int enter(int me) {
  unsigned mine = 1, now;
  __asm__ __volatile__("lock xaddl %1, %0" : "+m"(next), "+q"(mine) : : "memory", "cc");
  do {
    __asm__ __volatile__("pause" ::: "memory");
    __asm__ __volatile__("movl %1, %0" : "=q"(now) : "m"(word) : "memory");
  } while (now != mine);
  return 1;
}
static void leave(void) { __asm__ __volatile__("movl %1, %0" : "=m"(word) : "q"(word + 1) : "memory"); }
#elif defined(CMPXCHG)
static int enter(int me) {
  for (;;) {
    _Bool z;
    unsigned none = 0;
    __asm__ __volatile__("lock cmpxchgl %3, %0" : "+m"(word), "=@ccz"(z), "+a"(none) : "q"(1) : "memory", "cc");
    if (z) return 1;
  }
}
static void leave(void) { __asm__ __volatile__("movl $0, %0" : "=m"(word) : : "memory"); }
#else
static int enter(int me) {
  unsigned value = 1;
  do __asm__ __volatile__("xchgl %0, %1" : "+m"(word), "+q"(value) : : "memory");
  while (value);
  return 1;
}
static void leave(void) { __asm__ __volatile__("movl $0, %0" : "=m"(word) : : "memory"); }
#endif

static void *worker(void *me) {
  if (enter(me != 0)) {
    inside++;
    assert(inside == 1);
    inside--;
    leave();
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &a);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
