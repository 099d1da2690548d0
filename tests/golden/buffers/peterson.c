// fencepost: verify --engine buffers --model sc --property unreach-call
// fencepost: verify --engine buffers --model tso --property unreach-call
// fencepost: verify --engine buffers --model pso --property unreach-call
// fencepost: verify --engine buffers --model pso --property unreach-call --extrapolation cubes --cube-size 2
// fencepost: verify --engine buffers --model pso --property unreach-call --extrapolation none
// fencepost: verify --engine buffers --model tso --property unreach-call --predicates buffers/peterson.predicates
// fencepost: verify --engine buffers --model tso --property unreach-call --predicates buffers/peterson.wrong
// fencepost: verify --engine buffers --model tso --property unreach-call -DUNFENCED
// fencepost: verify --engine buffers --model rc11 --property unreach-call
// fencepost: verify --engine buffers --model tso --property no-data-race
// Peterson's lock for ever, with a fence between its two stores for pso, and one after them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag0, flag1, turn, inside;
#define STORE(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&place, memory_order_relaxed)
#ifdef UNFENCED
#define FENCE
#else
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#endif

#define THREAD(name, mine, others, number) \
  static void *name(void *unused) {        \
    for (;;) {                             \
      STORE(mine, 1);                      \
      FENCE;                               \
      STORE(turn, 1 - number);             \
      FENCE;                               \
      while (LOAD(others))                 \
        if (LOAD(turn) == number) break;   \
      STORE(inside, number);               \
      assert(LOAD(inside) == number);      \
      FENCE;                               \
      STORE(mine, 0);                      \
    }                                      \
  }
THREAD(first, flag0, flag1, 0)
THREAD(second, flag1, flag0, 1)

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
}
