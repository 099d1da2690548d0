// fencepost: show --stage core
int main(void) {
  int x = 0;
  __asm__ volatile("" ::: "memory");
  asm volatile("mfence" ::: "memory");
  asm volatile("lock; addl $0,0(%%esp)" ::: "memory");
  asm volatile("xchgl %0, %0" : "+r"(x));
  return x;
}
