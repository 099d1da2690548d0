// A second name of a function or an object is the same function or object; a weak one gives way to another definition (musl's dummy).
// fencepost: verify
// fencepost: verify -DOTHER
// fencepost: verify -DSAME
// fencepost: verify -DNOTHING
// with: alias_other.c
#include <assert.h>
int __f(int x) { return x + 1; }
extern __typeof(__f) f __attribute__((__weak__, __alias__("__f")));
extern __typeof(__f) strong_f __attribute__((alias("__f")));
extern __typeof(__f) twice_f __attribute__((alias("f")));
static int counter = 3;
extern int count __attribute__((alias("counter")));
extern int weak_count __attribute__((weak, alias("counter")));
extern int kept_count __attribute__((weak, alias("counter")));
static void dummy(void) { counter = 100; }
extern void replaced(void) __attribute__((weak, alias("dummy")));
extern void kept(void) __attribute__((weak, alias("dummy")));
__attribute__((weak)) int by_other(void) { return 1; }
extern int by_us(void) __attribute__((alias("by_other")));
static int inner(void) { return 7; }
static int other_inner(void) __attribute__((alias("inner")));
int from_other(void);
#ifdef NOTHING
int missing(void) __attribute__((alias("nobody")));
#endif

int main(void) {
  assert(f(1) == 2 && strong_f(2) == 3 && twice_f(3) == 4);
  count++;
  assert(counter == 4 && &count == &counter);
  assert(from_other() == 5 && counter == 5);
  assert(weak_count == 9 && kept_count == 5 && &kept_count == &counter);
  replaced();
  assert(counter == 6);
  kept();
  assert(counter == 100);
  assert(by_other() == 2 && by_us() == 1);
  assert(other_inner() == 7);
#ifdef OTHER
  assert(f == strong_f && f == __f && replaced != kept);
#endif
#ifdef SAME
  assert(__f != f);
#endif
#ifdef NOTHING
  return missing();
#endif
  return 0;
}
