// What is not in the tables is told as it is written, where it can be reached; and what another machine would understand.
// fencepost: verify
// fencepost: verify -DCASE=1
// fencepost: verify -DCASE=2
// fencepost: verify -DCASE=3
// fencepost: verify -DCASE=4
// fencepost: verify -DCASE=5
// fencepost: verify --model tso -DCASE=5
// fencepost: verify --model riscv -DCASE=6
// fencepost: verify -DCASE=7
// fencepost: verify -DCASE=8
// fencepost: verify -DCASE=9
// fencepost: verify -DCASE=10
#ifndef CASE
#define CASE 0
#endif
static int x;
int main(void) {
  unsigned low = 0, high = 0;
#if CASE == 0
  if (x == 1) __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
#elif CASE == 1
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
#elif CASE == 2
  __asm__ volatile("dmb\tish\n\tnop" : : : "memory");
#elif CASE == 3
  __asm__ volatile("lock; incl %0; sete %%gs:12" : "+m"(x) : : "memory");
#elif CASE == 4
  __asm__ volatile("lock; movl $1, %0" : "=m"(x) : : "memory");
#elif CASE == 5
  __asm__ volatile("mfence");
#elif CASE == 6
  int old, failed;
  __asm__ volatile("1: lr.w.aq %0, %2; sc.w.rl %1, %0, %2; bnez %1, 1b" : "=&r"(old), "=&r"(failed), "+A"(x) : : "memory");
#elif CASE == 7
  __asm__ volatile("cmpxchgl %0, %1" : "+r"(low), "+m"(x) : : "memory", "eax");
#elif CASE == 9  // a bit of what lies behind
  __asm__ volatile("lock; btsl %1, %0" : "+m"(x) : "r"(32) : "memory");
#elif CASE == 10  // the number in the instruction itself wraps
  __asm__ volatile("lock; btsl $32, %0" : "+m"(x) : : "memory");
#else
  __asm__ volatile("jl 1f; nop; 1:");
#endif
  return 0;
}
