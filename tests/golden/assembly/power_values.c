// What instructions of Power do to registers and memory.
// fencepost: verify --model power
// fencepost: verify --target ppc64 --model rc11
#include <assert.h>
#include <stdint.h>

static int cas(uint32_t *target, uint32_t compare, uint32_t set, uint32_t *value) {
  uint32_t previous;
  __asm__ __volatile__(
      "1:;"
      "lwarx %0, 0, %1;"
      "cmpw  0, %0, %3;"
      "bne-  2f;"
      "stwcx. %2, 0, %1;"
      "bne-  1b;"
      "2:"
      : "=&r"(previous) : "r"(target), "r"(set), "r"(compare) : "memory", "cc");
  *value = previous;
  return previous == compare;
}
static uint64_t fetch_add(uint64_t *target, uint64_t delta) {
  uint64_t previous, r;
  __asm__ __volatile__("1:; ldarx %0, 0, %2; add %1, %3, %0; stdcx. %1, 0, %2; bne- 1b;"
                       : "=&r"(previous), "=&r"(r) : "r"(target), "r"(delta) : "memory", "cc");
  return previous;
}
static void *swap(void **target, void *v) {
  void *previous;
  __asm__ __volatile__("lwsync\n1: ldarx %0,0,%1\n stdcx. %2,0,%1\n bne- 1b\n isync"
                       : "=&r"(previous) : "r"(target), "r"(v) : "memory", "cc");
  return previous;
}
static void decrement(int *p) {
  int t;
  __asm__ __volatile__("1: lwarx %0,0,%2 # atomic_dec\n addic %0,%0,-1\n stwcx. %0,0,%2\n bne- 1b"
                       : "=&r"(t), "+m"(*p) : "r"(p) : "cc", "xer");
}

int main(void) {
  uint32_t word = 5, value;
  assert(cas(&word, 5, 6, &value) && word == 6 && value == 5);
  assert(!cas(&word, 5, 7, &value) && word == 6 && value == 6);
  uint64_t number = 1ull << 33;
  assert(fetch_add(&number, ~0ull) == 1ull << 33 && number == (1ull << 33) - 1);
  void *p = &word;
  assert(swap(&p, &value) == &word && p == &value);
  int i = 0;
  decrement(&i);
  assert(i == -1);
  uint32_t loaded;
  __asm__ __volatile__("lwz%U1%X1 %0, %1" : "=r"(loaded) : "m"(word) : "memory");
  __asm__ __volatile__("stw%U0%X0 %1, %0" : "=m"(word) : "r"(loaded + 1) : "memory");
  __asm__ __volatile__("or 1, 1, 1; or 2, 2, 2;" : : : "memory");
  assert(loaded == 6 && word == 7);
  return 0;
}
