// Instructions that end a program are __builtin_trap. A hint names another machine only if that has all of the text.
// fencepost: verify --model tso
// fencepost: verify --model tso --check abort
// fencepost: verify --model tso --check abort -DTEXT='"hlt"'
// fencepost: verify --model aarch64 --check abort -DTEXT='"brk 1"'
// fencepost: verify --model power --check abort -DTEXT='"trap"'
// fencepost: verify --model power --check abort -DTEXT='".long 0"'
// fencepost: verify --model tso -DTEXT='".long 0"'
// fencepost: verify --model riscv --check abort -DTEXT='"ebreak"'
// fencepost: verify --model tso -DTHREAD_POINTER
// fencepost: verify --model tso -DTEXT='"dmb ish"'
#include <assert.h>
#ifndef TEXT
#define TEXT "ud2"
#endif
int main(int argc, char **argv) {
#ifdef THREAD_POINTER
  unsigned long self;
  __asm__("mov %%fs:0,%0" : "=r"(self));
  return self != 0;
#endif
  if (argc > 1) {
    __asm__ __volatile__(TEXT);
    assert(0);
  }
  return 0;
}
