/* <stdlib.h>: what is called when the program ends (C11 7.22.4); see string.c for the rules. The end itself is the front end's, and
   so is to come here when main returns. It takes a while: other threads go on, and may try to end the program, too. */
#include <fencepost_intrinsics.h>
#include <stdlib.h>

#define __FENCEPOST_HANDLERS 32 /* 7.22.4.2p3: these are always possible */

typedef struct {
  void (*functions[__FENCEPOST_HANDLERS])(void);
  int count;
} __fencepost_handlers;

static __fencepost_handlers __fencepost_at_exit, __fencepost_at_quick_exit;
static int __fencepost_leaving;

static int __fencepost_register(__fencepost_handlers* handlers, void (*function)(void)) {
  int number = __atomic_fetch_add(&handlers->count, 1, __ATOMIC_RELAXED);
  if (number >= __FENCEPOST_HANDLERS) __fencepost_unsupported("so many functions to be called at exit");
  handlers->functions[number] = function;
  return 0;
}

//: atexit at_quick_exit | | up to 32 functions; of several threads that exit, any is first
int atexit(void (*function)(void)) { return __fencepost_register(&__fencepost_at_exit, function); }
int at_quick_exit(void (*function)(void)) { return __fencepost_register(&__fencepost_at_quick_exit, function); }

static void __fencepost_leave_by(__fencepost_handlers* handlers) {
  int old = __atomic_exchange_n(&__fencepost_leaving, 1, __ATOMIC_RELAXED);
  __fencepost_check("exit-twice", old == 0);
  while (handlers->count > 0) {
    void (*function)(void) = handlers->functions[--handlers->count];
    function();
  }
}

void __fencepost_leave(void) { __fencepost_leave_by(&__fencepost_at_exit); }
void __fencepost_leave_quickly(void) { __fencepost_leave_by(&__fencepost_at_quick_exit); }

/* When main ends by pthread_exit, the last thread ends the program as by exit (POSIX). */
void __fencepost_thread_leaves(void) {
  if (__fencepost_self() == 0) __fencepost_unsupported("pthread_exit by main in a program with atexit or destructors");
}
