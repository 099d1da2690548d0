/* C11 7.26, on the same small types as pthread.h. */
#ifndef FENCEPOST_THREADS_H
#define FENCEPOST_THREADS_H

#include <pthread.h>
#include <time.h>

#define thread_local _Thread_local
#define ONCE_FLAG_INIT 0
#define TSS_DTOR_ITERATIONS 4

typedef pthread_t thrd_t;
typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef pthread_key_t tss_t;
typedef pthread_once_t once_flag;
typedef int (*thrd_start_t)(void*);
typedef void (*tss_dtor_t)(void*);

enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };

extern int thrd_create(thrd_t* __id, thrd_start_t __start, void* __argument);
extern int thrd_join(thrd_t __id, int* __result);
extern int thrd_detach(thrd_t __id);
extern int thrd_equal(thrd_t __a, thrd_t __b);
extern thrd_t thrd_current(void);
extern void thrd_yield(void);
extern int thrd_sleep(const struct timespec* __duration, struct timespec* __left);
extern _Noreturn void thrd_exit(int __result);

extern int mtx_init(mtx_t* __mutex, int __kind);
extern void mtx_destroy(mtx_t* __mutex);
extern int mtx_lock(mtx_t* __mutex);
extern int mtx_trylock(mtx_t* __mutex);
extern int mtx_timedlock(mtx_t* __restrict __mutex, const struct timespec* __restrict __until);
extern int mtx_unlock(mtx_t* __mutex);

extern int cnd_init(cnd_t* __condition);
extern void cnd_destroy(cnd_t* __condition);
extern int cnd_wait(cnd_t* __condition, mtx_t* __mutex);
extern int cnd_timedwait(cnd_t* __restrict __condition, mtx_t* __restrict __mutex,
                         const struct timespec* __restrict __until);
extern int cnd_signal(cnd_t* __condition);
extern int cnd_broadcast(cnd_t* __condition);

extern void call_once(once_flag* __flag, void (*__function)(void));
extern int tss_create(tss_t* __key, tss_dtor_t __destructor);
extern void tss_delete(tss_t __key);
extern void* tss_get(tss_t __key);
extern int tss_set(tss_t __key, void* __value);

#endif
