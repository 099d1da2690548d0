// Idioms of the Linux kernel, DPDK and liburcu on x86, as they are written there.
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model tso -DWEAK
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

// Linux: arch/x86/include/asm
#define LOCK_PREFIX_HERE ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:"
#define LOCK_PREFIX LOCK_PREFIX_HERE "\n\tlock; "
#define barrier() __asm__ __volatile__("" : : : "memory")
#ifdef WEAK
#define smp_mb() barrier()
#else
#define smp_mb() asm volatile("lock; addl $0,-4(%%rsp)" ::: "memory", "cc")
#endif
#define OPTIMIZER_HIDE_VAR(var) __asm__("" : "=r"(var) : "0"(var))
typedef struct {
  int counter;
} atomic_t;
static inline void atomic_inc(atomic_t *v) { asm volatile(LOCK_PREFIX "incl %0" : "+m"(v->counter)::"memory"); }
static inline int xadd_return(int i, atomic_t *v) {
  int ret = i;
  asm volatile(LOCK_PREFIX "xaddl %0, %1\n" : "+r"(ret), "+m"(v->counter) : : "memory", "cc");
  return i + ret;
}
static inline _Bool atomic_dec_and_test(atomic_t *v) {
  _Bool c;
  asm volatile(LOCK_PREFIX "decl %[var]"
               "\n\t/* output condition code e*/\n"
               : [var] "+m"(v->counter), "=@cce"(c) : : "memory");
  return c;
}
static inline int test_goto(int *p, int old, int new) {
  asm goto(LOCK_PREFIX "cmpxchgl %1, %0\n\tjne %l[failed]" : : "m"(*p), "r"(new), "a"(old) : "memory", "cc" : failed);
  return 1;
failed:
  return 0;
}

// DPDK: lib/eal/x86/include
static inline int rte_atomic32_cmpset(volatile uint32_t *dst, uint32_t exp, uint32_t src) {
  uint8_t res;
  asm volatile("lock ; "
               "cmpxchgl %[src], %[dst];"
               "sete %[res];"
               : [res] "=a"(res), [dst] "=m"(*dst)
               : [src] "r"(src), "a"(exp), "m"(*dst)
               : "memory");
  return res;
}
static inline void rte_spinlock_lock(volatile int *locked) {
  int lock_val = 1;
  asm volatile(
      "1:\n"
      "xchg %[locked], %[lv]\n"
      "test %[lv], %[lv]\n"
      "jz 3f\n"
      "2:\n"
      "pause\n"
      "cmpl $0, %[locked]\n"
      "jnz 2b\n"
      "jmp 1b\n"
      "3:\n"
      : [locked] "=m"(*locked), [lv] "=q"(lock_val)
      : "[lv]"(lock_val)
      : "memory");
}
static inline void rte_spinlock_unlock(volatile int *locked) {
  int unlock_val = 0;
  asm volatile("xchg %[locked], %[ulv]\n" : [locked] "=m"(*locked), [ulv] "=q"(unlock_val) : "[ulv]"(unlock_val) : "memory");
}

// liburcu: include/urcu/uatomic/x86.h
struct __uatomic_dummy {
  unsigned long v[10];
};
#define __hp(x) ((struct __uatomic_dummy *)(x))
static inline unsigned long uatomic_exchange(void *addr, unsigned long val) {
  unsigned long result;
  __asm__ __volatile__("xchgq %0, %1" : "=r"(result), "+m"(*__hp(addr)) : "0"(val) : "memory");
  return result;
}

static int x, y, lock, inside;
static atomic_t count;
static void *worker(void *unused) {
  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
  smp_mb();
  int seen = __atomic_load_n(&y, __ATOMIC_RELAXED);
  rte_spinlock_lock(&lock);
  inside++;
  rte_spinlock_unlock(&lock);
  atomic_inc(&count);
  return (void *)(uintptr_t)(seen + 1);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __atomic_store_n(&y, 1, __ATOMIC_RELAXED);
  smp_mb();
  int seen = __atomic_load_n(&x, __ATOMIC_RELAXED);
  rte_spinlock_lock(&lock);
  inside++;
  rte_spinlock_unlock(&lock);
  atomic_inc(&count);
  void *other;
  pthread_join(t, &other);
  assert(seen || (uintptr_t)other == 2);
  assert(inside == 2 && count.counter == 2);
  assert(!atomic_dec_and_test(&count) && atomic_dec_and_test(&count));
  assert(xadd_return(5, &count) == 5 && count.counter == 5);
  assert(test_goto(&x, 1, 3) && x == 3 && !test_goto(&x, 1, 4) && x == 3);
  uint32_t word = 4;
  assert(rte_atomic32_cmpset(&word, 4, 6) && word == 6 && !rte_atomic32_cmpset(&word, 4, 7) && word == 6);
  unsigned long wide[10] = {7};
  assert(uatomic_exchange(wide, 8) == 7 && wide[0] == 8);
  OPTIMIZER_HIDE_VAR(word);
  assert(word == 6);
  return 0;
}
