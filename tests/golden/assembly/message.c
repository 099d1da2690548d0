// A message handed over by instructions of one machine: what is enough, and what is not.
// fencepost: verify --model aarch64 "-DSTORE=stlr %w1, [%0]" "-DLOAD=ldar %w0, [%1]"
// fencepost: verify --model aarch64 "-DSTORE=stlr %w1, [%0]" "-DLOAD=ldapr %w0, [%1]"
// fencepost: verify --model aarch64 "-DSTORE=str %w1, [%0]" "-DLOAD=ldar %w0, [%1]"
// fencepost: verify --model aarch64 "-DSTORE=dmb ishst; str %w1, [%0]" "-DLOAD=ldr %w0, [%1]; dmb ishld"
// fencepost: verify --model aarch64 "-DSTORE=dsb ishst; str %w1, [%0]" "-DLOAD=ldr %w0, [%1]; dsb sy"
// fencepost: verify --model aarch64 "-DSTORE=dmb ishld; str %w1, [%0]" "-DLOAD=ldr %w0, [%1]; dmb ishld"
// fencepost: verify --model aarch64 "-DSTORE=stlr %w1, [%0]" "-DLOAD=ldr %w0, [%1]; isb"
// fencepost: verify --model aarch64 "-DSTORE=stlr %w1, [%0]" "-DLOAD=ldr %w0, [%1]; cbz %w0, 1f; isb; 1:"
// fencepost: verify --model aarch64 "-DSTORE=stlr %w1, [%0]" "-DLOAD=ldr %w0, [%1]; cbz %w0, 1f; 1:"
// fencepost: verify --target aarch64 --model rc11 "-DSTORE=stlr %w1, [%0]" "-DLOAD=ldar %w0, [%1]"
// fencepost: verify --target aarch64 --model rc11 "-DSTORE=stlr %w1, [%0]" "-DLOAD=ldr %w0, [%1]"
// fencepost: verify --model power "-DSTORE=lwsync; stw %1, 0(%0)" "-DLOAD=lwz %0, 0(%1); lwsync"
// fencepost: verify --model power "-DSTORE=eieio; stw %1, 0(%0)" "-DLOAD=lwz %0, 0(%1); lwsync"
// fencepost: verify --model power "-DSTORE=isync; stw %1, 0(%0)" "-DLOAD=lwz %0, 0(%1); lwsync"
// fencepost: verify --model power "-DSTORE=lwsync; stw %1, 0(%0)" "-DLOAD=lwz %0, 0(%1); isync"
// fencepost: verify --model power "-DSTORE=lwsync; stw %1, 0(%0)" "-DLOAD=lwz %0, 0(%1); cmpw %0, %0; bne- 1f; 1: isync"
// fencepost: verify --model riscv "-DSTORE=fence w,w; sw %1, 0(%0)" "-DLOAD=lw %0, 0(%1); fence r,r"
// fencepost: verify --model riscv "-DSTORE=fence w,rw; sw %1, 0(%0)" "-DLOAD=lw %0, 0(%1); fence rw,r"
// fencepost: verify --model riscv "-DSTORE=fence w,r; sw %1, 0(%0)" "-DLOAD=lw %0, 0(%1); fence r,r"
// fencepost: verify --model riscv "-DSTORE=fence rw,w; sw %1, 0(%0)" "-DLOAD=lw %0, 0(%1); fence r,w"
// fencepost: verify --model tso "-DSTORE=movl %1, (%0)" "-DLOAD=movl (%1), %0"
// fencepost: verify --target x86_64 --model aarch64 "-DSTORE=movl %1, (%0)" "-DLOAD=movl (%1), %0"
// fencepost: verify --model rc11 "-DSTORE=movl %1, (%0)" "-DLOAD=movl (%1), %0" -DNO_CLOBBER
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define TEXT2(...) #__VA_ARGS__
#define TEXT(...) TEXT2(__VA_ARGS__)
#ifdef NO_CLOBBER
#define CLOBBERS
#else
#define CLOBBERS : "memory", "cc"
#endif
static atomic_int data;
static int flag;
static void *writer(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  __asm__ __volatile__(TEXT(STORE) : : "r"(&flag), "r"(1) CLOBBERS);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen;
  __asm__ __volatile__(TEXT(LOAD) : "=&r"(seen) : "r"(&flag) CLOBBERS);
  int found = atomic_load_explicit(&data, memory_order_relaxed);
  assert(!seen || found == 1);
  pthread_join(t, 0);
  return 0;
}
