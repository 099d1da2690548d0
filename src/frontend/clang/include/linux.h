/* The Linux kernel's primitives for concurrency, as far as its memory model describes them (tools/memory-model of the
   kernel; linux-kernel.def gives each its events). Meant for --model lkmm. */
#ifndef FENCEPOST_LINUX_H
#define FENCEPOST_LINUX_H

#include <fencepost_intrinsics.h>

/* Also on objects that are declared _Atomic. */
#define __FENCEPOST_PLAIN(pointer) ((__typeof__(((void)0, *(pointer)))*)(pointer))
#define READ_ONCE(object) __atomic_load_n(__FENCEPOST_PLAIN(&(object)), __ATOMIC_RELAXED)
#define WRITE_ONCE(object, value) __atomic_store_n(__FENCEPOST_PLAIN(&(object)), (value), __ATOMIC_RELAXED)
#define smp_load_acquire(pointer) __atomic_load_n(__FENCEPOST_PLAIN(pointer), __ATOMIC_ACQUIRE)
#define smp_store_release(pointer, value) __atomic_store_n(__FENCEPOST_PLAIN(pointer), (value), __ATOMIC_RELEASE)
#define smp_store_mb(object, value) (WRITE_ONCE(object, value), smp_mb())

#define smp_mb() __atomic_thread_fence(__FENCEPOST_FULL)
#define smp_rmb() __atomic_thread_fence(__FENCEPOST_RMB)
#define smp_wmb() __atomic_thread_fence(__FENCEPOST_WMB)
#define barrier() __atomic_thread_fence(__FENCEPOST_BARRIER)
#define smp_mb__before_atomic() __atomic_thread_fence(__FENCEPOST_BEFORE_ATOMIC)
#define smp_mb__after_atomic() __atomic_thread_fence(__FENCEPOST_AFTER_ATOMIC)
#define smp_mb__after_spinlock() __atomic_thread_fence(__FENCEPOST_AFTER_SPINLOCK)
#define smp_mb__after_unlock_lock() __atomic_thread_fence(__FENCEPOST_AFTER_UNLOCK_LOCK)
#define smp_mb__after_srcu_read_unlock() __atomic_thread_fence(__FENCEPOST_AFTER_SRCU_UNLOCK)
/* Every read is followed by it since Linux 4.15, and it says nothing to any machine but Alpha. */
#define smp_read_barrier_depends() ((void)0)

#define rcu_read_lock() __atomic_thread_fence(__FENCEPOST_RCU_LOCK)
#define rcu_read_unlock() __atomic_thread_fence(__FENCEPOST_RCU_UNLOCK)
#define synchronize_rcu() __atomic_thread_fence(__FENCEPOST_SYNC_RCU)
#define synchronize_rcu_expedited() synchronize_rcu()
#define rcu_dereference(object) READ_ONCE(object)
#define rcu_assign_pointer(object, value) smp_store_release(&(object), (value))

struct srcu_struct {
  int __word;
};
#define DEFINE_SRCU(name) struct srcu_struct name = {0}
#define DEFINE_STATIC_SRCU(name) static struct srcu_struct name = {0}
#define srcu_read_lock(domain) __atomic_load_n(&(domain)->__word, __FENCEPOST_SRCU_LOCK)
#define srcu_read_unlock(domain, index) __atomic_store_n(&(domain)->__word, (index), __FENCEPOST_SRCU_UNLOCK)
#define srcu_down_read(domain) srcu_read_lock(domain)
#define srcu_up_read(domain, index) srcu_read_unlock(domain, index)
#define synchronize_srcu(domain) __fencepost_fence_of(&(domain)->__word, __FENCEPOST_SYNC_SRCU)
#define synchronize_srcu_expedited(domain) synchronize_srcu(domain)

typedef struct {
  int __word; /* 1: taken */
} spinlock_t;
#define __SPIN_LOCK_UNLOCKED(name) {0}
#define DEFINE_SPINLOCK(name) spinlock_t name = {0}
#define spin_lock_init(lock) ((lock)->__word = 0)
extern void __fencepost_spin_lock(int* __word);
#define spin_lock(lock) __fencepost_spin_lock(&(lock)->__word)
#define spin_unlock(lock) __atomic_store_n(&(lock)->__word, 0, __FENCEPOST_UNLOCK)
#define spin_trylock(lock) (__fencepost_compare_exchange(&(lock)->__word, 0, 1, __FENCEPOST_LOCK) == 0)
#define spin_is_locked(lock) (__atomic_load_n(&(lock)->__word, __ATOMIC_RELAXED) != 0)

#define xchg(pointer, value) __atomic_exchange_n(__FENCEPOST_PLAIN(pointer), (value), __FENCEPOST_FULL)
#define xchg_relaxed(pointer, value) __atomic_exchange_n(__FENCEPOST_PLAIN(pointer), (value), __ATOMIC_RELAXED)
#define xchg_acquire(pointer, value) __atomic_exchange_n(__FENCEPOST_PLAIN(pointer), (value), __ATOMIC_ACQUIRE)
#define xchg_release(pointer, value) __atomic_exchange_n(__FENCEPOST_PLAIN(pointer), (value), __ATOMIC_RELEASE)
#define __FENCEPOST_CMPXCHG(pointer, old, value, order) \
  __sync_val_compare_and_swap(__FENCEPOST_PLAIN(pointer), (old), (value), __FENCEPOST_ORDERED, order)
#define cmpxchg(pointer, old, value) __FENCEPOST_CMPXCHG(pointer, old, value, __FENCEPOST_FULL)
#define cmpxchg_relaxed(pointer, old, value) __FENCEPOST_CMPXCHG(pointer, old, value, __ATOMIC_RELAXED)
#define cmpxchg_acquire(pointer, old, value) __FENCEPOST_CMPXCHG(pointer, old, value, __ATOMIC_ACQUIRE)
#define cmpxchg_release(pointer, old, value) __FENCEPOST_CMPXCHG(pointer, old, value, __ATOMIC_RELEASE)
/* Did it? What was found instead is in *expected. */
#define __FENCEPOST_TRY_CMPXCHG(pointer, expected, value, order)                                  \
  ({                                                                                              \
    __typeof__(expected) __expected = (expected);                                                 \
    const __typeof__(*__expected) __wanted = *__expected;                                         \
    const __typeof__(*__expected) __found = __FENCEPOST_CMPXCHG(pointer, __wanted, value, order); \
    if (__found != __wanted) *__expected = __found;                                               \
    __found == __wanted;                                                                          \
  })
#define try_cmpxchg(pointer, expected, value) __FENCEPOST_TRY_CMPXCHG(pointer, expected, value, __FENCEPOST_FULL)
#define try_cmpxchg_relaxed(pointer, expected, value) \
  __FENCEPOST_TRY_CMPXCHG(pointer, expected, value, __ATOMIC_RELAXED)
#define try_cmpxchg_acquire(pointer, expected, value) \
  __FENCEPOST_TRY_CMPXCHG(pointer, expected, value, __ATOMIC_ACQUIRE)
#define try_cmpxchg_release(pointer, expected, value) \
  __FENCEPOST_TRY_CMPXCHG(pointer, expected, value, __ATOMIC_RELEASE)
/* Reads until the condition holds, in which VAL is what was read. */
#define smp_cond_load_relaxed(pointer, condition) \
  ({                                              \
    __typeof__(((void)0, *(pointer))) VAL;        \
    do VAL = READ_ONCE(*(pointer));               \
    while (!(condition));                         \
    VAL;                                          \
  })
#define smp_cond_load_acquire(pointer, condition) \
  ({                                              \
    __typeof__(((void)0, *(pointer))) VAL;        \
    do VAL = smp_load_acquire(pointer);           \
    while (!(condition));                         \
    VAL;                                          \
  })

typedef struct {
  int counter;
} atomic_t;
#define ATOMIC_INIT(value) {(value)}
#define atomic_read(v) READ_ONCE((v)->counter)
#define atomic_read_acquire(v) smp_load_acquire(&(v)->counter)
#define atomic_set(v, value) WRITE_ONCE((v)->counter, (value))
#define atomic_set_release(v, value) smp_store_release(&(v)->counter, (value))

#define atomic_xchg(v, value) xchg(&(v)->counter, value)
#define atomic_xchg_relaxed(v, value) xchg_relaxed(&(v)->counter, value)
#define atomic_xchg_acquire(v, value) xchg_acquire(&(v)->counter, value)
#define atomic_xchg_release(v, value) xchg_release(&(v)->counter, value)
#define atomic_cmpxchg(v, old, value) cmpxchg(&(v)->counter, old, value)
#define atomic_cmpxchg_relaxed(v, old, value) cmpxchg_relaxed(&(v)->counter, old, value)
#define atomic_cmpxchg_acquire(v, old, value) cmpxchg_acquire(&(v)->counter, old, value)
#define atomic_cmpxchg_release(v, old, value) cmpxchg_release(&(v)->counter, old, value)
#define atomic_try_cmpxchg(v, expected, value) try_cmpxchg(&(v)->counter, expected, value)
#define atomic_try_cmpxchg_relaxed(v, expected, value) try_cmpxchg_relaxed(&(v)->counter, expected, value)
#define atomic_try_cmpxchg_acquire(v, expected, value) try_cmpxchg_acquire(&(v)->counter, expected, value)
#define atomic_try_cmpxchg_release(v, expected, value) try_cmpxchg_release(&(v)->counter, expected, value)
#define atomic_cond_read_relaxed(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)
#define atomic_cond_read_acquire(v, condition) smp_cond_load_acquire(&(v)->counter, condition)

#define __FENCEPOST_FETCH(op, v, i, order) __atomic_fetch_##op(&(v)->counter, (i), order)
#define __FENCEPOST_RETURN(op, v, i, order) __atomic_##op##_fetch(&(v)->counter, (i), order)
#define atomic_add(i, v) ((void)__FENCEPOST_FETCH(add, v, i, __FENCEPOST_NORETURN))
#define atomic_fetch_add(i, v) __FENCEPOST_FETCH(add, v, i, __FENCEPOST_FULL)
#define atomic_add_return(i, v) __FENCEPOST_RETURN(add, v, i, __FENCEPOST_FULL)
#define atomic_fetch_add_relaxed(i, v) __FENCEPOST_FETCH(add, v, i, __ATOMIC_RELAXED)
#define atomic_add_return_relaxed(i, v) __FENCEPOST_RETURN(add, v, i, __ATOMIC_RELAXED)
#define atomic_fetch_add_acquire(i, v) __FENCEPOST_FETCH(add, v, i, __ATOMIC_ACQUIRE)
#define atomic_add_return_acquire(i, v) __FENCEPOST_RETURN(add, v, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_add_release(i, v) __FENCEPOST_FETCH(add, v, i, __ATOMIC_RELEASE)
#define atomic_add_return_release(i, v) __FENCEPOST_RETURN(add, v, i, __ATOMIC_RELEASE)
#define atomic_sub(i, v) ((void)__FENCEPOST_FETCH(sub, v, i, __FENCEPOST_NORETURN))
#define atomic_fetch_sub(i, v) __FENCEPOST_FETCH(sub, v, i, __FENCEPOST_FULL)
#define atomic_sub_return(i, v) __FENCEPOST_RETURN(sub, v, i, __FENCEPOST_FULL)
#define atomic_fetch_sub_relaxed(i, v) __FENCEPOST_FETCH(sub, v, i, __ATOMIC_RELAXED)
#define atomic_sub_return_relaxed(i, v) __FENCEPOST_RETURN(sub, v, i, __ATOMIC_RELAXED)
#define atomic_fetch_sub_acquire(i, v) __FENCEPOST_FETCH(sub, v, i, __ATOMIC_ACQUIRE)
#define atomic_sub_return_acquire(i, v) __FENCEPOST_RETURN(sub, v, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_sub_release(i, v) __FENCEPOST_FETCH(sub, v, i, __ATOMIC_RELEASE)
#define atomic_sub_return_release(i, v) __FENCEPOST_RETURN(sub, v, i, __ATOMIC_RELEASE)
#define atomic_and(i, v) ((void)__FENCEPOST_FETCH(and, v, i, __FENCEPOST_NORETURN))
#define atomic_fetch_and(i, v) __FENCEPOST_FETCH(and, v, i, __FENCEPOST_FULL)
#define atomic_fetch_and_relaxed(i, v) __FENCEPOST_FETCH(and, v, i, __ATOMIC_RELAXED)
#define atomic_fetch_and_acquire(i, v) __FENCEPOST_FETCH(and, v, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_and_release(i, v) __FENCEPOST_FETCH(and, v, i, __ATOMIC_RELEASE)
#define atomic_or(i, v) ((void)__FENCEPOST_FETCH(or, v, i, __FENCEPOST_NORETURN))
#define atomic_fetch_or(i, v) __FENCEPOST_FETCH(or, v, i, __FENCEPOST_FULL)
#define atomic_fetch_or_relaxed(i, v) __FENCEPOST_FETCH(or, v, i, __ATOMIC_RELAXED)
#define atomic_fetch_or_acquire(i, v) __FENCEPOST_FETCH(or, v, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_or_release(i, v) __FENCEPOST_FETCH(or, v, i, __ATOMIC_RELEASE)
#define atomic_xor(i, v) ((void)__FENCEPOST_FETCH(xor, v, i, __FENCEPOST_NORETURN))
#define atomic_fetch_xor(i, v) __FENCEPOST_FETCH(xor, v, i, __FENCEPOST_FULL)
#define atomic_fetch_xor_relaxed(i, v) __FENCEPOST_FETCH(xor, v, i, __ATOMIC_RELAXED)
#define atomic_fetch_xor_acquire(i, v) __FENCEPOST_FETCH(xor, v, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_xor_release(i, v) __FENCEPOST_FETCH(xor, v, i, __ATOMIC_RELEASE)
#define atomic_andnot(i, v) atomic_and(~(i), v)
#define atomic_fetch_andnot(i, v) atomic_fetch_and(~(i), v)
#define atomic_fetch_andnot_relaxed(i, v) atomic_fetch_and_relaxed(~(i), v)
#define atomic_fetch_andnot_acquire(i, v) atomic_fetch_and_acquire(~(i), v)
#define atomic_fetch_andnot_release(i, v) atomic_fetch_and_release(~(i), v)
#define atomic_inc(v) atomic_add(1, v)
#define atomic_fetch_inc(v) atomic_fetch_add(1, v)
#define atomic_inc_return(v) atomic_add_return(1, v)
#define atomic_fetch_inc_relaxed(v) atomic_fetch_add_relaxed(1, v)
#define atomic_inc_return_relaxed(v) atomic_add_return_relaxed(1, v)
#define atomic_fetch_inc_acquire(v) atomic_fetch_add_acquire(1, v)
#define atomic_inc_return_acquire(v) atomic_add_return_acquire(1, v)
#define atomic_fetch_inc_release(v) atomic_fetch_add_release(1, v)
#define atomic_inc_return_release(v) atomic_add_return_release(1, v)
#define atomic_dec(v) atomic_sub(1, v)
#define atomic_fetch_dec(v) atomic_fetch_sub(1, v)
#define atomic_dec_return(v) atomic_sub_return(1, v)
#define atomic_fetch_dec_relaxed(v) atomic_fetch_sub_relaxed(1, v)
#define atomic_dec_return_relaxed(v) atomic_sub_return_relaxed(1, v)
#define atomic_fetch_dec_acquire(v) atomic_fetch_sub_acquire(1, v)
#define atomic_dec_return_acquire(v) atomic_sub_return_acquire(1, v)
#define atomic_fetch_dec_release(v) atomic_fetch_sub_release(1, v)
#define atomic_dec_return_release(v) atomic_sub_return_release(1, v)
#define atomic_sub_and_test(i, v) (atomic_sub_return(i, v) == 0)
#define atomic_dec_and_test(v) (atomic_dec_return(v) == 0)
#define atomic_inc_and_test(v) (atomic_inc_return(v) == 0)
#define atomic_add_negative(i, v) (atomic_add_return(i, v) < 0)
#define atomic_add_unless(v, change, unless) \
  (__fencepost_add_unless(&(v)->counter, (unless), (change), __FENCEPOST_FULL) != (unless))
#define atomic_inc_not_zero(v) atomic_add_unless(v, 1, 0)

#endif
