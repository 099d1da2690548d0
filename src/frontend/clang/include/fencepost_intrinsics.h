/* What the models of library/ are built from; the front end turns each call into a statement of Core. */
#ifndef FENCEPOST_INTRINSICS_H
#define FENCEPOST_INTRINSICS_H

/* Starts a thread: its number. */
extern unsigned long __fencepost_spawn(void* (*__start)(void*), void* __argument);
extern unsigned long __fencepost_spawn_int(int (*__start)(void*), void* __argument);
/* Waits for the end of a thread: what its function returned. */
extern void* __fencepost_join(unsigned long __thread_number);
extern int __fencepost_join_int(unsigned long __thread_number);
extern unsigned long __fencepost_self(void);
/* Goes on only if the condition holds; the accesses before it may read whatever lets it pass. */
extern void __fencepost_await(int __condition);
extern void __fencepost_atomic_begin(void);
extern void __fencepost_atomic_end(void);
/* A check by its id. */
extern void __fencepost_check(const char* __id, int __condition);
extern void __fencepost_unsupported(const char* __what);
/* What C leaves open. A number is 0 in the run without choices. */
extern _Bool __fencepost_any_bool(void);
extern int __fencepost_any_int(void);
extern long __fencepost_any_long(void);
/* So many bytes can be read there, or written; of none, the pointer is valid all the same. */
extern void __fencepost_check_read(const void* __from, __SIZE_TYPE__ __bytes);
extern void __fencepost_check_write(void* __to, __SIZE_TYPE__ __bytes);
/* Do the two share a byte? */
extern int __fencepost_overlap(const void* __a, __SIZE_TYPE__ __bytes_a, const void* __b, __SIZE_TYPE__ __bytes_b);
/* The bytes of the object into which it points. */
extern __SIZE_TYPE__ __fencepost_size_of(const void* __pointer);
/* Is that check asked for? A constant. */
extern int __fencepost_checks(const char* __id);
/* Is the program executed once, to be looked at, and not verified? A constant. */
extern int __fencepost_is_one_run(void);
/* Are the types of locks those of our headers, and not another C library's? A constant. */
extern int __fencepost_own_types(void);
/* Does the program, or our library for it, call this function? A constant. */
extern int __fencepost_uses(const char* __name);
/* Does the object hold an initialised value? */
extern int __fencepost_is_specified(const void* __object);
/* One atomic step each; the old value. The orders are those of the __atomic built-ins. */
extern int __fencepost_compare_exchange(int* __object, int __expected, int __desired, int __order);
extern int __fencepost_add_if_at_least(int* __object, int __least, int __change, int __order);
extern int __fencepost_add_unless(int* __object, int __unless, int __change, int __order);
/* The same for a thread that goes on in any case: where nothing is changed, nothing is ordered. */
extern int __fencepost_try_exchange(int* __object, int __expected, int __desired, int __order);
extern int __fencepost_try_add_if_at_least(int* __object, int __least, int __change, int __order);
/* The value, atomically, without any order. */
extern int __fencepost_look(const int* __object);
/* A fence for those who use the object. */
extern void __fencepost_fence_of(int* __object, int __order);
/* old > 0 ? old - 1 : 0 */
extern int __fencepost_release_shared(int* __object, int __order);

/* Memory orders of the Linux kernel (linux.h), beyond C's, in the order of MemoryOrder in core/core.h. */
enum {
  __FENCEPOST_ORDERED = 999, /* an order follows */
  __FENCEPOST_FULL = 1000,
  __FENCEPOST_NORETURN,
  __FENCEPOST_LOCK,
  __FENCEPOST_UNLOCK,
  __FENCEPOST_RMB,
  __FENCEPOST_WMB,
  __FENCEPOST_BARRIER,
  __FENCEPOST_BEFORE_ATOMIC,
  __FENCEPOST_AFTER_ATOMIC,
  __FENCEPOST_AFTER_SPINLOCK,
  __FENCEPOST_AFTER_UNLOCK_LOCK,
  __FENCEPOST_RCU_LOCK,
  __FENCEPOST_RCU_UNLOCK,
  __FENCEPOST_SYNC_RCU,
  __FENCEPOST_SRCU_LOCK,
  __FENCEPOST_SRCU_UNLOCK,
  __FENCEPOST_SYNC_SRCU,
  __FENCEPOST_AFTER_SRCU_UNLOCK
};

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int __condition);

/* Objects that threads synchronise by hold their own address in __self, or null: zeros are taken for an initialiser, as
   every C library does, and other C libraries' initialisers are zeros. A copy is no lock (POSIX 2.9.9, C11 7.26.1). */
#define __FENCEPOST_IS_ITSELF(object)                                                              \
  (__fencepost_check("uninit-lock", (object)->__self == 0 || (object)->__self == (void*)(object)), \
   __fencepost_check("zero-lock", !__fencepost_own_types() || (object)->__self != 0))
/* Where no check looks at it, it stays as it is. */
#define __FENCEPOST_BE_ITSELF(object)                                                                                 \
  do {                                                                                                                \
    if (__fencepost_checks("uninit-lock") || __fencepost_checks("zero-lock") || __fencepost_checks("invalid-init") || \
        __fencepost_checks("reinit"))                                                                                 \
      (object)->__self = (object);                                                                                    \
  } while (0)
/* Before it is initialised: it may have been, and not be garbage. */
#define __FENCEPOST_MAY_BE_IN_USE(object)                                               \
  (__fencepost_checks("invalid-init") && __fencepost_is_specified(&(object)->__self) && \
   ((object)->__self == 0 || (object)->__self == (void*)(object)))
/* In the word of an attributes object that is initialised. */
#define __FENCEPOST_SET 0x100
/* ... in which the program has named a kind of mutex. */
#define __FENCEPOST_NAMED 8
/* POSIX: EINVAL is for who would have to wait until then. */
#define __FENCEPOST_IS_TIME(until) ((until)->tv_nsec >= 0 && (until)->tv_nsec < 1000000000)

/* What a lock word holds while the running thread has the lock. */
#define __FENCEPOST_ME ((int)(__fencepost_self() + 1u))
/* Per-thread storage of the models has this many places. */
#define __FENCEPOST_THREADS 32

#endif
