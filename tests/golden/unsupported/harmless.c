// What compilers are told about, and what changes nothing of a program's meaning.
// fencepost: verify
#include <assert.h>
#pragma once
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
#pragma GCC visibility push(hidden)
#pragma STDC FP_CONTRACT OFF
#pragma GCC push_options
#pragma GCC target("sse2")
__attribute__((noinline, cold, noclone, noipa, access(read_only, 1), no_sanitize("thread"))) static int f(const int *p) { return *p; }
static inline __attribute__((always_inline, const, nothrow, warn_unused_result)) int g(int x) { return x; }
extern void never(void) __attribute__((noreturn, error("not called")));
_Pragma("GCC diagnostic pop") typedef int aligned_int __attribute__((aligned(16), may_alias));
struct __attribute__((packed, designated_init)) S { char c; int i __attribute__((aligned(2), deprecated)); };
int placed __attribute__((section(".data.special"), visibility("default"), used));
int main(void) {
  int x __attribute__((unused)) = 1;
  register int y = 2;
  _Alignas(16) aligned_int z = 3;
  struct S s = {1, 2};
#pragma GCC unroll 4
#pragma GCC ivdep
  for (int i = 0; i < 2; i++) x = g(x);
  switch (x) {
    case 1:
      y = 3;
      __attribute__((fallthrough));
    default:
      break;
  }
  assert(f(&x) == 1 && y == z && s.i == 2 && sizeof s == 6 && placed == 0);
  return 0;
}
