// fencepost: verify --model aarch64 -DONE_WRITES
// fencepost: verify --model aarch64 -DAFTER
// fencepost: verify --model aarch64 -DTABLE
// fencepost: verify --model power -DAFTER
// fencepost: verify --model riscv -DAFTER
// fencepost: verify --model imm -DAFTER
// fencepost: verify --model aarch64 -DNOT_BY_READ
// fencepost: verify --model aarch64 -DONE_WRITES --encoding monolithic
// A call of a function that a read chooses is a branch: on a machine what the function writes waits for the read, and so does
// what comes after the call.
#include <assert.h>
#include <stdatomic.h>
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
atomic_int x, y;
int r, s;
static void nothing(void) {}
static void other_nothing(void) {}
static void write(void) { STORE(y, 1); }
static void (*const table[2])(void) = {nothing, write};
int main(void) {
  {-{ {
    r = LOAD(x);
#if defined ONE_WRITES
    (r ? write : nothing)();
#elif defined TABLE
    table[r & 1]();
#elif defined NOT_BY_READ
    (LOAD(y) ? nothing : write)();
#else
    (r ? other_nothing : nothing)();
    STORE(y, 1);
#endif
  } ||| {
    s = LOAD(y);
    STORE(x, s & 1);
  } }-}
  assert(r == 0 || s == 0);
}
