// Two threads add: in one step, or in a load and a store.
// fencepost: verify --model tso "-DADD=lock; incl %0"
// fencepost: verify --model tso "-DADD=incl %0"
// fencepost: verify --model sc "-DADD=incl %0"
// fencepost: verify --model rc11 "-DADD=lock; addl $1,%0"
// fencepost: verify --model aarch64 -DLOOP "-DADD=1: ldxr %w0, %2; add %w0, %w0, #1; stxr %w1, %w0, %2; cbnz %w1, 1b"
// fencepost: verify --model aarch64 -DLOOP "-DADD=ldr %w0, %2; add %w0, %w0, #1; str %w0, %2"
// fencepost: verify --model aarch64 -DLOOP "-DADD=mov %w0, #1; stadd %w0, %2"
// fencepost: verify --model power -DLOOP "-DADD=1: lwarx %0,%y2; addi %0,%0,1; stwcx. %0,%y2; bne- 1b"
// fencepost: verify --model riscv -DLOOP "-DADD=1: lr.w %0, %2; addi %0, %0, 1; sc.w %1, %0, %2; bnez %1, 1b"
// fencepost: verify --model riscv -DLOOP "-DADD=li %0, 1; amoadd.w zero, %0, %2"
#include <assert.h>
#include <pthread.h>
#define TEXT2(...) #__VA_ARGS__
#define TEXT(...) TEXT2(__VA_ARGS__)
#if defined(__aarch64__)
#define PLACE "+Q"
#elif defined(__powerpc64__)
#define PLACE "+Z"
#elif defined(__riscv)
#define PLACE "+A"
#endif
static int counter;
static void add(void) {
#ifdef LOOP
  int a, b;
  __asm__ __volatile__(TEXT(ADD) : "=&r"(a), "=&r"(b), PLACE(counter) : : "memory", "cc");
#else
  __asm__ __volatile__(TEXT(ADD) : "+m"(counter) : : "memory", "cc");
#endif
}
static void *worker(void *unused) {
  add();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  add();
  pthread_join(t, 0);
  assert(counter == 2);
  return 0;
}
