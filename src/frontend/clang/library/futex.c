/* futex(2) of Linux. What it is for is exact: WAIT compares and goes to sleep in one step, WAKE wakes so many of those who sleep at that
   address and tells how many. A wait may end without being woken, as the manual says; who is woken is not said. Every call is a full barrier,
   before it compares or looks who sleeps (kernel/futex, "barrier (A)"), and takes the one lock of the table of sleepers, as it takes that of a
   bucket there; being woken orders nothing, since nobody can tell it from waking without reason. Addresses are compared, never
   followed by who wakes: the word may be gone by then. Each thread has a place of its own, where it says at which address it sleeps. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <linux/futex.h>
#include <time.h>

//: syscall | the futex word can be read, where it is compared | a futex wait may end without reason; who is woken

#define __FENCEPOST_SLEEPERS 8

static struct {
  const void* word;
  unsigned int bits;
} __fencepost_sleepers[__FENCEPOST_SLEEPERS];
static int __fencepost_asleep; /* a bit for each thread that sleeps */

/* Whoever starts a thread looks at it, so that it is known to be more than one thread's: what a thread waits for is what it shares. */
void __fencepost_futex_is_shared(void) { (void)__atomic_load_n(&__fencepost_asleep, __ATOMIC_RELAXED); }

static int __fencepost_table_lock;

static void __fencepost_lock_table(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  int old = __fencepost_compare_exchange(&__fencepost_table_lock, 0, 1, __ATOMIC_ACQUIRE);
  __fencepost_await(old == 0);
}

static void __fencepost_unlock_table(void) { __atomic_exchange_n(&__fencepost_table_lock, 0, __ATOMIC_RELEASE); }

static long __fencepost_futex_failed(int error) {
  errno = error;
  return -1;
}

static long __fencepost_futex_wait(int* word, int value, const struct timespec* timeout, unsigned int bits) {
  if (bits == 0) return __fencepost_futex_failed(EINVAL);
  if (timeout != 0 && (timeout->tv_sec < 0 || !__FENCEPOST_IS_TIME(timeout))) return __fencepost_futex_failed(EINVAL);
  unsigned long me = __fencepost_self();
  if (me >= __FENCEPOST_SLEEPERS) __fencepost_unsupported("a futex wait of a ninth thread");
  int ends_early = __fencepost_any_bool();
  __fencepost_lock_table();
  int is_same = __atomic_load_n(word, __ATOMIC_RELAXED) == value;
  if (!is_same || ends_early) {
    __fencepost_unlock_table();
    if (!is_same) return __fencepost_futex_failed(EAGAIN);
    if (timeout != 0 && __fencepost_any_bool()) return __fencepost_futex_failed(ETIMEDOUT);
    return __fencepost_any_bool() ? __fencepost_futex_failed(EINTR) : 0;
  }
  __fencepost_sleepers[me].bits = bits;
  __fencepost_sleepers[me].word = word;
  __atomic_fetch_or(&__fencepost_asleep, 1 << me, __ATOMIC_RELAXED);
  __fencepost_unlock_table();
  /* Who waits for a time in vain goes on by the other way out, and is no deadlock. */
  int is_over = (__atomic_load_n(&__fencepost_asleep, __ATOMIC_RELAXED) & 1 << me) == 0;
  if (timeout != 0) __VERIFIER_assume(is_over);
  __fencepost_await(is_over);
  return 0;
}

/* Of those who sleep at this address, `most` are woken, and of the rest `more` go to sleep at another one: any. */
static long __fencepost_futex_wake(const void* word, int most, unsigned int bits, const void* other, int more,
                                   int tells_moved) {
  int asleep = __atomic_load_n(&__fencepost_asleep, __ATOMIC_RELAXED), here = 0, awake = 0;
  int left = 0, woken = 0, moved = 0;
  for (int i = 0; i < __FENCEPOST_SLEEPERS; ++i) {
    if ((asleep & 1 << i) == 0 || __fencepost_sleepers[i].word != word) continue;
    if ((__fencepost_sleepers[i].bits & bits) == 0) continue;
    here |= 1 << i;
    ++left;
  }
  for (int i = 0; i < __FENCEPOST_SLEEPERS; ++i) {
    if ((here & 1 << i) == 0) continue;
    if (woken < most && (left <= most - woken || __fencepost_any_bool())) {
      awake |= 1 << i;
      ++woken;
    } else if (moved < more && (left <= most - woken + more - moved || __fencepost_any_bool())) {
      __fencepost_sleepers[i].word = other;
      ++moved;
    }
    --left;
  }
  if (awake != 0) __atomic_fetch_and(&__fencepost_asleep, ~awake, __ATOMIC_RELAXED);
  return woken + (tells_moved ? moved : 0);
}

long __fencepost_futex(int* word, int operation, int value, const void* timeout, int* other, int value3) {
  int what = operation & FUTEX_CMD_MASK;
  if (what == FUTEX_WAIT) return __fencepost_futex_wait(word, value, timeout, FUTEX_BITSET_MATCH_ANY);
  if (what == FUTEX_WAIT_BITSET) return __fencepost_futex_wait(word, value, timeout, (unsigned int)value3);
  int requeues = what == FUTEX_REQUEUE || what == FUTEX_CMP_REQUEUE;
  if (what != FUTEX_WAKE && what != FUTEX_WAKE_BITSET && !requeues) __fencepost_unsupported("this operation of futex");
  unsigned int bits = what == FUTEX_WAKE_BITSET ? (unsigned int)value3 : FUTEX_BITSET_MATCH_ANY;
  if (bits == 0) return __fencepost_futex_failed(EINVAL);
  long more = requeues ? (long)timeout : 0, result = -1;
  if (requeues && (value < 0 || (int)more < 0)) return __fencepost_futex_failed(EINVAL);
  if (!requeues && value < 1) value = 1; /* the kernel counts after it has woken one */
  __fencepost_lock_table();
  if (what != FUTEX_CMP_REQUEUE || __atomic_load_n(word, __ATOMIC_RELAXED) == value3)
    result = __fencepost_futex_wake(word, value, bits, other, (int)more, what == FUTEX_CMP_REQUEUE);
  __fencepost_unlock_table();
  return result < 0 ? __fencepost_futex_failed(EAGAIN) : result;
}
