/* Thread-specific data: a table with a row for each key and a place for each thread. Destructors are called when a thread
   ends (thread_ends.h). */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <pthread.h>
#include <threads.h>

#define __FENCEPOST_KEYS 16

static struct {
  int in_use;
  void (*destructor)(void*);
} __fencepost_keys[__FENCEPOST_KEYS];
static _Thread_local void* __fencepost_values[__FENCEPOST_KEYS];
static int __fencepost_key_count;

/* POSIX and C11 7.26.6.1: as long as values are left, but only so often. In which order is not said. */
void __fencepost_thread_ends(void) {
  for (int round = 0; round < TSS_DTOR_ITERATIONS; ++round) {
    int called = 0;
    for (unsigned int key = 0; key < __FENCEPOST_KEYS; ++key) {
      void* value = __fencepost_values[key];
      if (!value || !__fencepost_keys[key].in_use || !__fencepost_keys[key].destructor) continue;
      if (called) __fencepost_unsupported("several destructors of thread-specific data, called in any order");
      called = 1;
      __fencepost_values[key] = 0;
      __fencepost_keys[key].destructor(value);
    }
    if (!called) return;
  }
}

int pthread_key_create(unsigned int* key, void (*destructor)(void*)) {
  (void)__fencepost_thread_ends;
  int number = __atomic_fetch_add(&__fencepost_key_count, 1, __ATOMIC_RELAXED);
  if (number >= __FENCEPOST_KEYS) __fencepost_unsupported("so many keys of thread-specific data");
  __fencepost_keys[number].in_use = 1;
  __fencepost_keys[number].destructor = destructor;
  *key = (unsigned int)number;
  return 0;
}

/* POSIX and C17 7.26.6: a key that was created and not deleted. */
#define __FENCEPOST_IS_KEY(key) \
  __fencepost_check("bad-argument", (key) < __FENCEPOST_KEYS && __fencepost_keys[key].in_use)

int pthread_key_delete(unsigned int key) {
  __FENCEPOST_IS_KEY(key);
  if (key >= __FENCEPOST_KEYS || !__fencepost_keys[key].in_use) return EINVAL;
  __fencepost_keys[key].in_use = 0;
  return 0;
}

int pthread_setspecific(unsigned int key, const void* value) {
  __FENCEPOST_IS_KEY(key);
  if (key >= __FENCEPOST_KEYS || !__fencepost_keys[key].in_use) return EINVAL;
  __fencepost_values[key] = (void*)value;
  return 0;
}

void* pthread_getspecific(unsigned int key) {
  __FENCEPOST_IS_KEY(key);
  if (key >= __FENCEPOST_KEYS || !__fencepost_keys[key].in_use) return 0;
  return __fencepost_values[key];
}

int tss_create(unsigned int* key, void (*destructor)(void*)) {
  return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}
void tss_delete(unsigned int key) { pthread_key_delete(key); }
void* tss_get(unsigned int key) { return pthread_getspecific(key); }
int tss_set(unsigned int key, void* value) { return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error; }
