/* What a thread knows of the waypoints of a witness that is being validated (driver/witness/steering.h). Included by no program. */
#ifdef __FENCEPOST_WITNESS_MAIN
_Thread_local int __fencepost_w_thread =
    -1; /* its number in the witness; -1: it has none; the first thread has 0 (weaken.cpp) */
_Thread_local int __fencepost_w_next = -1;    /* that of the next thread that it creates */
_Thread_local int __fencepost_w_passed;       /* how many of its waypoints it has passed */
_Thread_local int __fencepost_w_failing = -1; /* in the statement that is to fail: how many are passed when it does */
int __fencepost_w_handed[__FENCEPOST_WITNESS_MAIN];
int __fencepost_w_open = 1;
_Thread_local int* __fencepost_w_gate = &__fencepost_w_open; /* likewise: 1 if the other threads have passed theirs */
void* __fencepost_w_run(void* (*start)(void*), void* argument, int number) {
  __fencepost_w_thread = number;
  return start(argument);
}
int __fencepost_w_run_int(int (*start)(void*), void* argument, int number) {
  __fencepost_w_thread = number;
  return start(argument);
}
void __fencepost_w_all(void) { /* nobody calls it */
  (void)&__fencepost_w_next, (void)&__fencepost_w_passed, (void)&__fencepost_w_failing, (void)&__fencepost_w_handed,
      (void)&__fencepost_w_gate;
}
#else
extern _Thread_local int __fencepost_w_thread, __fencepost_w_next, __fencepost_w_passed, __fencepost_w_failing;
extern int __fencepost_w_handed[], __fencepost_w_open;
extern _Thread_local int* __fencepost_w_gate;
void* __fencepost_w_run(void* (*start)(void*), void* argument, int number);
int __fencepost_w_run_int(int (*start)(void*), void* argument, int number);
#endif
