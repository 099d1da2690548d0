// A buffer of bytes with messages behind their lengths, for one writer and one reader. BUG: the head is moved behind the length before the
// message is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 8u
static unsigned char bytes[SIZE];
static atomic_uint head, tail;

static unsigned put_bytes(unsigned at, const unsigned char *from, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    bytes[at] = from[i];
    at = at + 1 == SIZE ? 0 : at + 1;
  }
  return at;
}

static unsigned get_bytes(unsigned at, unsigned char *to, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    to[i] = bytes[at];
    at = at + 1 == SIZE ? 0 : at + 1;
  }
  return at;
}

static void *writer(void *unused) {
  const unsigned char length = 2, message[2] = {7, 9};
  unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
  at = put_bytes(at, &length, 1);
#ifdef BUG
  atomic_store_explicit(&head, at, memory_order_release);
#endif
  at = put_bytes(at, message, 2);
  atomic_store_explicit(&head, at, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, writer, 0);
  unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
  if (atomic_load_explicit(&head, memory_order_acquire) != at) {
    unsigned char length, message[2];
    at = get_bytes(at, &length, 1);
    assert(length == 2);
    at = get_bytes(at, message, 2);
    assert(message[0] == 7 && message[1] == 9);
    atomic_store_explicit(&tail, at, memory_order_release);
  }
  pthread_join(other, 0);
  return 0;
}
