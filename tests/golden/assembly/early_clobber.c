// An output that is written before all inputs are read needs `&`: else a compiler may give both the same register.
// fencepost: verify --target aarch64
// fencepost: verify --target aarch64 -DOUTPUT='"=r"'
// fencepost: verify --target aarch64 -DSTATUS='"=r"'
// fencepost: verify --target aarch64 -DONCE
// fencepost: verify -DX86
// fencepost: verify -DX86 -DOUTPUT='"=r"'
// fencepost: verify -DX86 -DONCE
#include <assert.h>

#ifndef OUTPUT
#define OUTPUT "=&r"
#endif
#ifndef STATUS
#define STATUS "=&r"
#endif

int main(void) {
#ifdef X86
  long sum, a = 1, b = 2;
#ifdef ONCE  // what is read with the first write is read
  asm("mov %1, %0" : "=r"(sum) : "r"(a));
  assert(sum == 1);
#else
  asm("mov %1, %0; add %2, %0" : OUTPUT(sum) : "r"(a), "r"(b));
  assert(sum == 3);
  asm("mov %1, %0; add %2, %0" : "=r"(sum) : "r"(a), "i"(4));
  assert(sum == 5);
  asm("add %2, %0; add %2, %0" : "=r"(sum) : "0"(sum), "r"(b));
  assert(sum == 9);
#endif
#elif defined ONCE
  long result, a = 1, b = 2;
  asm("add %0, %1, %2" : "=r"(result) : "r"(a), "r"(b));
  assert(result == 3);
#else
  int counter = 4, result, status;
  asm volatile("1: ldxr %w0, %2\n add %w0, %w0, %w3\n stxr %w1, %w0, %2\n cbnz %w1, 1b"
               : OUTPUT(result), STATUS(status), "+Q"(counter) : "r"(3) : "memory");
  assert(result == 7 && counter == 7);
#endif
}
