// So many threads run a function: with -DTHREADS=n exactly n of them, otherwise any number.
#pragma once

#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

#ifdef THREADS
#define AS_MANY_AS_SAID for (int begun = 0; begun < THREADS; ++begun)
#else
#define AS_MANY_AS_SAID while (__VERIFIER_nondet_bool())
#endif

#define RUN_BY_MANY(function)                 \
  AS_MANY_AS_SAID {                           \
    pthread_t thread;                         \
    pthread_create(&thread, 0, function, 0);  \
  }
