#ifndef FENCEPOST_IMMINTRIN_H
#define FENCEPOST_IMMINTRIN_H

/* Fences and the hint for loops that wait; of vectors the types of 16 bytes, which programs copy and put into unions. On normal memory sfence and lfence order what x86
   orders anyway, as releases and acquires do. */
typedef float __m128 __attribute__((__vector_size__(16), __aligned__(16), __may_alias__));
typedef double __m128d __attribute__((__vector_size__(16), __aligned__(16), __may_alias__));
typedef long long __m128i __attribute__((__vector_size__(16), __aligned__(16), __may_alias__));

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
