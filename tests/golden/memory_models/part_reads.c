// Who reads a part of a word that is always written whole takes it from one write; that others read parts tears nothing.
// fencepost: verify
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model aarch64
// fencepost: verify --model power
// fencepost: verify --model rc11
// fencepost: explore --model sc
// fencepost: verify --model sc -DFAILS
// fencepost: verify --model rc11 -DFAILS
#include <assert.h>
#include <pthread.h>
unsigned word;
void* writer(void* arg) {
  __atomic_store_n(&word, 0x01010101, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  unsigned all = __atomic_load_n(&word, __ATOMIC_SEQ_CST);
#ifdef FAILS
  assert(all == 0);
#endif
  assert(all == 0 || all == 0x01010101);
  pthread_join(thread, 0);
  assert(((volatile unsigned char*)&word)[2] == 1);
}
