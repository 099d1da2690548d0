/* Threads whose pthread_t or thrd_t is a pointer, as in musl, FreeBSD and macOS: that to the thread's place in a table, so that threads
   differ and none is null. They have the names of what they stand for, and of it only who makes a thread differs (thread_ends.h). */
#include <fencepost_intrinsics.h>
#include <pthread.h>
#include <threads.h>

void __fencepost_detaches(unsigned long id);
void __fencepost_joins(unsigned long id);

static char __fencepost_handles[__FENCEPOST_THREADS];

static void* __fencepost_handle_of(unsigned long id) {
  if (id >= __FENCEPOST_THREADS) __fencepost_unsupported("so many threads that are named by pointers");
  return &__fencepost_handles[id];
}

static unsigned long __fencepost_named_by(const void* handle) {
  int is_thread = __fencepost_overlap(handle, 1, __fencepost_handles, sizeof __fencepost_handles);
  __fencepost_check("invalid-join", is_thread);
  if (!is_thread) __fencepost_unsupported("a thread that nobody made");
  return (unsigned long)((const char*)handle - __fencepost_handles);
}

int __fencepost_by_handle_pthread_create(void** handle, const pthread_attr_t* attributes, void* (*start)(void*),
                                         void* argument) {
  int is_detached = 0;
  if (attributes) {
    __fencepost_check("uninit-lock", attributes->__detached & __FENCEPOST_SET);
    is_detached = (attributes->__detached & 1) == PTHREAD_CREATE_DETACHED;
  }
  unsigned long thread = __fencepost_spawn(start, argument);
  if (is_detached) __fencepost_detaches(thread);
  *handle = __fencepost_handle_of(thread);
  return 0;
}

int __fencepost_by_handle_pthread_join(const void* handle, void** result) {
  unsigned long id = __fencepost_named_by(handle);
  __fencepost_joins(id);
  if (result)
    *result = __fencepost_join(id);
  else
    __fencepost_join(id);
  return 0;
}

void* __fencepost_by_handle_pthread_self(void) { return __fencepost_handle_of(__fencepost_self()); }
int __fencepost_by_handle_pthread_equal(const void* a, const void* b) { return a == b; }
int __fencepost_by_handle_pthread_detach(const void* handle) {
  __fencepost_detaches(__fencepost_named_by(handle));
  return 0;
}

int __fencepost_by_handle_thrd_create(void** handle, int (*start)(void*), void* argument) {
  unsigned long thread = __fencepost_spawn_int(start, argument);
  *handle = __fencepost_handle_of(thread);
  return thrd_success;
}

int __fencepost_by_handle_thrd_join(const void* handle, int* result) {
  unsigned long id = __fencepost_named_by(handle);
  __fencepost_joins(id);
  if (result)
    *result = __fencepost_join_int(id);
  else
    __fencepost_join_int(id);
  return thrd_success;
}

void* __fencepost_by_handle_thrd_current(void) { return __fencepost_handle_of(__fencepost_self()); }
int __fencepost_by_handle_thrd_equal(const void* a, const void* b) { return a == b; }
int __fencepost_by_handle_thrd_detach(const void* handle) {
  __fencepost_detaches(__fencepost_named_by(handle));
  return thrd_success;
}
