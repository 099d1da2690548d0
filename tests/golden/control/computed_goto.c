// Labels as values (GNU C): a table of them is what interpreters dispatch by. Nobody jumps to what is no label of the function,
// nor learns how far labels are apart.
// fencepost: verify
// fencepost: verify --model rc11
// fencepost: verify --engine cegar -DSMALL
// fencepost: verify --engine cegar -DSMALL -DWRONG
// fencepost: verify -DWRONG
// fencepost: verify -DBEYOND
// fencepost: verify -DELSEWHERE
// fencepost: verify -DNULLPTR
// fencepost: verify -DDISTANCE
// fencepost: verify -DMOVED
// fencepost: verify -DREADS
// fencepost: verify -DUNINITIALISED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRONG
#define WRONG 0
#else
#undef WRONG
#define WRONG 1
#endif

enum { PUSH, ADD, DOUBLE, NEXT_IF, HALT };

static int run(const unsigned char *code) {
  static void *const kTable[] = {&&push, &&add, &&twice, &&next_if, &&halt};
  int stack[4], top = 0;
  goto *kTable[*code++];
push : {
  int value = *code++;
  stack[top++] = value;
  goto *kTable[*code++];
}
add:
  --top;
  stack[top - 1] += stack[top];
  goto *kTable[*code++];
twice:
  stack[top - 1] *= 2;
  goto *kTable[*code++];
next_if:
  if (stack[top - 1] < 20) code -= 2;
  goto *kTable[*code++];
halt:
  return stack[top - 1];
}

// Out of two blocks and back into one: its object begins to live again.
static int leaves(int n) {
  void *to = n > 1 ? &&inner : &&end;
  int *seen = 0;
  for (int i = 0; i < 3; ++i) {
    int local = i;
    seen = &local;
    if (i == n) goto *to;
    continue;
  inner:
    local = 7;
    seen = &local;
    assert(*seen == 7);
    to = &&end;
    goto *to;
  }
end:
  return seen != 0;
}

static int elsewhere(void *p) {
  void *own = &&here;
  goto *(p ? p : own);
here:
  return 1;
}

atomic_int state;
int data;

static void *machine(void *unused) {
  (void)unused;
  void *next = &&idle;
  int steps = 0;
  for (;;) {
    if (++steps == 4) return 0;
    goto *next;
  idle:
    next = atomic_load_explicit(&state, memory_order_acquire) ? &&ready : &&idle;
    continue;
  ready:
    assert(data == 1 + WRONG);
    return 0;
  }
}

#ifdef SMALL
int main(void) {
  int n = 0;
  void *next = &&more;
more:
  if (++n == 3) next = &&done;
  goto *next;
done:
  assert(n == 3 + WRONG);
  assert(next != &&more);
}
#else
int main(void) {
  const unsigned char code[] = {PUSH, 3, PUSH, 4, ADD, DOUBLE, NEXT_IF, HALT};
  assert(run(code) == 28);
  assert(leaves(2) && leaves(0));
  void *mine = &&own;
  assert(elsewhere(0));
#ifdef BEYOND
  const unsigned char odd[] = {5};
  run(odd);
#endif
#ifdef ELSEWHERE
  elsewhere(mine);
#endif
#ifdef NULLPTR
  mine = 0;
  goto *mine;
#endif
#ifdef DISTANCE
  static const int kFar[] = {&&own - &&again};
  goto *(&&again + kFar[0]);
#endif
#ifdef MOVED
  void *there = (mine = &&again, mine + 4);
  assert(there);
#endif
#ifdef READS
  assert(*(char *)mine);
#endif
#ifdef UNINITIALISED
  void *any;
  goto *any;
#endif
  goto *mine;
again:
  mine = &&own;
  goto *mine;
own:;
  pthread_t thread;
  pthread_create(&thread, 0, machine, 0);
  data = 1;
  atomic_store_explicit(&state, 1, memory_order_release);
  pthread_join(thread, 0);
}
#endif
