// Without --model it is ISO C that answers: what is weaker than seq_cst counts.
// fencepost: verify -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed
// fencepost: verify -DSTORE=memory_order_release -DLOAD=memory_order_relaxed
// fencepost: verify -DSTORE=memory_order_release -DLOAD=memory_order_acquire
// fencepost: verify -DSTORE=memory_order_seq_cst -DLOAD=memory_order_seq_cst
// fencepost: verify -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed --property unreach-call
// fencepost: verify -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed --model sc
// fencepost-text: verify -DSTORE=memory_order_relaxed -DLOAD=memory_order_acquire
// fencepost-text: verify -DSTORE=memory_order_seq_cst -DLOAD=memory_order_seq_cst
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

void* writer(void* unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, STORE);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (atomic_load_explicit(&flag, LOAD)) assert(data == 1);
  pthread_join(thread, 0);
}
