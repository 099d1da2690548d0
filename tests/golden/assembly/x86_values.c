// What instructions of x86 do to registers, memory and flags: the same file runs on such a machine.
// fencepost: verify --model tso
// fencepost: verify --model rc11
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static bool cas_flag(int *p, int old, int new, int *found) {
  bool z;
  __asm__ __volatile__("lock; cmpxchgl %3, %0" : "+m"(*p), "=@ccz"(z), "+a"(old) : "q"(new) : "memory", "cc");
  *found = old;
  return z;
}
static bool cas_set(uint64_t *p, uint64_t old, uint64_t new) {
  bool z;
  __asm__ __volatile__("lock cmpxchgq %2, %0; setz %1" : "+m"(*p), "=a"(z) : "q"(new), "a"(old) : "memory", "cc");
  return z;
}
static uint64_t kernel_cmpxchg(volatile uint64_t *p, uint64_t old, uint64_t new) {
  uint64_t ret;
  __asm__ __volatile__("\n\tlock; cmpxchgq %2,%1" : "=a"(ret), "+m"(*p) : "r"(new), "0"(old) : "memory");
  return ret;
}
static int fetch_add(int *p, int d) {
  __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(d), "+m"(*p) : : "memory", "cc");
  return d;
}
static int dec_and_test(int *p) {
  unsigned char c;
  __asm__ __volatile__("lock; decl %0; sete %1" : "+m"(*p), "=qm"(c) : : "memory");
  return c != 0;
}
static bool add_negative(int *p, int i) {
  bool s;
  __asm__ __volatile__("lock; addl %2,%0; sets %1" : "+m"(*p), "=q"(s) : "ir"(i) : "memory");
  return s;
}
static bool set_bit(unsigned *p, unsigned long b) {
  bool c;
  __asm__ __volatile__("lock btsl %k2, %0; setc %1" : "+m"(*p), "=q"(c) : "r"(b) : "memory", "cc");
  return c;
}
static bool complement_bit(unsigned *p) {
  bool c;
  __asm__ __volatile__("lock; btcl $33,%0" : "+m"(*p), "=@ccc"(c) : : "memory");
  return c;
}
static void *swap(void **p, void *v) {
  __asm__ __volatile__("xchgq %0, %1" : "+m"(*(uint64_t *)p), "+q"(v) : : "memory");
  return v;
}
static uint8_t swap_byte(uint8_t *p, uint8_t v) {
  __asm__ __volatile__("xchg %0, %1" : "+m"(*p), "+q"(v) : : "memory");
  return v;
}

int main(void) {
  int i = 5, found;
  assert(cas_flag(&i, 5, 7, &found) && i == 7 && found == 5);
  assert(!cas_flag(&i, 5, 9, &found) && i == 7 && found == 7);
  uint64_t l = 1ull << 40;
  assert(cas_set(&l, 1ull << 40, 3) && l == 3);
  assert(!cas_set(&l, 1, 4) && l == 3);
  assert(kernel_cmpxchg(&l, 3, 8) == 3 && l == 8 && kernel_cmpxchg(&l, 3, 9) == 8 && l == 8);
  assert(fetch_add(&i, -8) == 7 && i == -1);
  i = 2;
  assert(!dec_and_test(&i) && i == 1 && dec_and_test(&i) && i == 0);
  assert(add_negative(&i, -1) && !add_negative(&i, 1) && i == 0);
  unsigned words[3] = {0, 0, 0};
  assert(!set_bit(words, 3) && set_bit(words, 3) && words[0] == 8);
  assert(!set_bit(words, 66) && words[2] == 4 && words[0] == 8 && words[1] == 0);
  assert(!complement_bit(words) && words[0] == 10 && complement_bit(words) && words[0] == 8);
  void *p = &i, *q = &l;
  assert(swap(&p, q) == &i && p == &l);
  uint8_t bytes[2] = {1, 2};
  assert(swap_byte(&bytes[0], 9) == 1 && bytes[0] == 9 && bytes[1] == 2);
  __asm__ __volatile__("lock; notl %0" : "+m"(i) : : "memory");
  assert(i == -1);
  __asm__ __volatile__("lock; negl %0" : "+m"(i) : : "memory");
  __asm__ __volatile__("lock orl %1, %0" : "+m"(i) : "ir"(6) : "memory", "cc");
  __asm__ __volatile__("lock; xorl %1, %0" : "+m"(i) : "r"(1) : "memory", "cc");
  __asm__ __volatile__("lock; andl $4, %0" : "+m"(i) : : "memory", "cc");
  assert(i == 4);
  int copy;
  __asm__ __volatile__("movl %1, %0" : "=r"(copy) : "m"(i) : "memory");
  __asm__ __volatile__("movb %1, %0" : "=m"(bytes[1]) : "q"((uint8_t)copy) : "memory");
  assert(copy == 4 && bytes[1] == 4);
  __asm__("" : "+r"(copy));
  assert(copy == 4);
  // Old ticket lock: the two halves of a word.
  unsigned tickets = 0, mine = 0x10000, tmp;
  __asm__ __volatile__(
      "lock; xaddl %0, %1\n\t"
      "movl %0, %2\n\t"
      "shrl $16, %2\n\t"
      "1: cmpw %w0, %w2\n\t"
      "je 2f\n\t"
      "rep; nop\n\t"
      "movw %w1, %w0\n\t"
      "jmp 1b\n"
      "2:"
      : "+r"(mine), "+m"(tickets), "=&r"(tmp) : : "memory", "cc");
  assert(tickets == 0x10000 && tmp == 0);
  uint64_t pair[2] __attribute__((aligned(16))) = {1, 2}, low = 1, high = 2;
  bool done;
  __asm__ __volatile__("lock cmpxchg16b %0; setz %3"
                       : "+m"(pair), "+a"(low), "+d"(high), "=q"(done) : "b"(5ull), "c"(6ull) : "memory", "cc");
  assert(done && pair[0] == 5 && pair[1] == 6);
  __asm__ __volatile__("lock cmpxchg16b %0; setz %3"
                       : "+m"(pair), "+a"(low), "+d"(high), "=q"(done) : "b"(7ull), "c"(8ull) : "memory", "cc");
  assert(!done && pair[0] == 5 && low == 5 && high == 6);
  return 0;
}
