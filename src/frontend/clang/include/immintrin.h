#ifndef FENCEPOST_IMMINTRIN_H
#define FENCEPOST_IMMINTRIN_H

/* Fences and the hint for loops that wait, alone: vectors are not here. On normal memory sfence and lfence order what x86
   orders anyway, as releases and acquires do. */
#define _mm_pause() ((void)0)
#define _mm_mfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define _mm_sfence() __atomic_thread_fence(__ATOMIC_RELEASE)
#define _mm_lfence() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define _MM_HINT_T0 3
#define _MM_HINT_T1 2
#define _MM_HINT_T2 1
#define _MM_HINT_NTA 0
#define _mm_prefetch(address, hint) ((void)(address))

#endif
