/* What a thread knows of the waypoints of a witness that is being validated (driver/witness/steering.h). Included by no program. */
#ifdef __FENCEPOST_WITNESS_MAIN
_Thread_local int __fencepost_w_thread = -1; /* its number in the witness; -1: it has none; the first thread has 0 (weaken.cpp) */
_Thread_local int __fencepost_w_next = -1;   /* that of the next thread that it creates */
_Thread_local int __fencepost_w_passed;      /* how many of its waypoints it has passed */
_Thread_local int
    __fencepost_w_failing; /* it is in the statement that is to fail, and all waypoints were passed before */
int __fencepost_w_handed[__FENCEPOST_WITNESS_MAIN];
void* __fencepost_w_run(void* (*start)(void*), void* argument, int number) {
  __fencepost_w_thread = number;
  return start(argument);
}
int __fencepost_w_run_int(int (*start)(void*), void* argument, int number) {
  __fencepost_w_thread = number;
  return start(argument);
}
#else
extern _Thread_local int __fencepost_w_thread, __fencepost_w_next, __fencepost_w_passed, __fencepost_w_failing;
extern int __fencepost_w_handed[];
void* __fencepost_w_run(void* (*start)(void*), void* argument, int number);
int __fencepost_w_run_int(int (*start)(void*), void* argument, int number);
#endif
