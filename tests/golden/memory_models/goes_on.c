// A check fails after a read of what is written only because its thread goes on after it. Undefined behaviour may go on
// (C11 3.4.3), and the model's execution with all that follows is then one of the program (Batty and others, ESOP 2015);
// a failed assertion ends the program, so that there is no such run. On machines a division by zero may go on, too, but no
// write overtakes an access whose place rests on a read.
// fencepost-text: verify --model c11
// fencepost: verify --model rc11
// fencepost: verify --model sc
// fencepost: verify --model aarch64
// fencepost: verify --model c11 -DDIVIDES
// fencepost: verify --model power -DDIVIDES
// fencepost: verify --model aarch64 -DDIVIDES
// fencepost: verify --model tso -DDIVIDES
// fencepost: verify --model c11 -DASSERTS
// fencepost: verify --model c11 -DWRITES_THAT
// fencepost: verify --model c11 -DTWICE
// fencepost: verify --model c11 -DFAILS_ELSEWHERE
#include <assert.h>
#include <stdatomic.h>
_Atomic(int) x, y;
int cells[1], found, other;
int main(void) {
  int r1, r2;
  {-{ {
    r1 = atomic_load_explicit(&x, memory_order_relaxed);
#if defined DIVIDES
    found = 1 / (r1 - 2);
#elif defined ASSERTS
    assert(r1 != 2);
#else
    found = cells[r1];
#endif
#ifdef TWICE
    other = 1 / (cells[0] + r1 - 2);
#endif
#ifdef WRITES_THAT
    atomic_store_explicit(&y, found + 2, memory_order_relaxed);
#else
    atomic_store_explicit(&y, 2, memory_order_relaxed);
#endif
  } ||| {
    r2 = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&x, r2, memory_order_relaxed);
#ifdef FAILS_ELSEWHERE
    other = 1 / (r2 - 2);
#endif
  } }-};
}
