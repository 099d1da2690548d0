// 24/SCULL: the memory device of Linux Device Drivers (Corbet, Rubini, Kroah-Hartman, 3rd edition, chapters 3 and 5): a piece of memory in quanta,
// which is read and written at a position, and which is trimmed when it is opened for writing. A semaphore protects it. Two threads write, one
// reads.
//
// Under the semaphore the device is no shorter than where the writer has come to, and nobody reads beyond its end, or where there is no memory.
//
// -DBUG: the reader does not take the semaphore. The reader and one writer are needed: it finds the length, then the device is trimmed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define QUANTUM 4
#define MOST_QUANTA 2

unsigned __VERIFIER_nondet_uint(void);

struct device {
  pthread_mutex_t semaphore;
  atomic_uint size;    // up to where something was written
  atomic_uint quanta;  // so many there is memory for
} device = {PTHREAD_MUTEX_INITIALIZER};

static void trim(void) {
  device.size = 0;
  device.quanta = 0;
}

static void open_to_write(void) {
  pthread_mutex_lock(&device.semaphore);
  trim();
  pthread_mutex_unlock(&device.semaphore);
}

// Both tell how many bytes they have done: at most to the end of a quantum.
static unsigned write(unsigned position, unsigned count) {
  unsigned done = 0;
  pthread_mutex_lock(&device.semaphore);
  unsigned quantum = position / QUANTUM, rest = position % QUANTUM;
  if (quantum < MOST_QUANTA) {
    if (device.quanta <= quantum) device.quanta = quantum + 1;
    done = count < QUANTUM - rest ? count : QUANTUM - rest;
    if (device.size < position + done) device.size = position + done;
    assert(device.size >= position + done);
  }
  pthread_mutex_unlock(&device.semaphore);
  return done;
}

static unsigned read(unsigned position, unsigned count) {
  unsigned done = 0;
#ifndef BUG
  pthread_mutex_lock(&device.semaphore);
#endif
  unsigned size = device.size;
  if (position < size) {
    unsigned quantum = position / QUANTUM, rest = position % QUANTUM;
    done = count < size - position ? count : size - position;
    if (done > QUANTUM - rest) done = QUANTUM - rest;
    assert(quantum < device.quanta);
    assert(position + done <= device.size);
  }
#ifndef BUG
  pthread_mutex_unlock(&device.semaphore);
#endif
  return done;
}

void *writer(void *unused) {
  open_to_write();
  unsigned position = write(0, __VERIFIER_nondet_uint());
  position += write(position, __VERIFIER_nondet_uint());
  assert(position <= MOST_QUANTA * QUANTUM);
  return 0;
}

void *reader(void *unused) {
  unsigned position = read(0, __VERIFIER_nondet_uint());
  position += read(position, __VERIFIER_nondet_uint());
  assert(position <= MOST_QUANTA * QUANTUM);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_create(&c, 0, reader, 0);
}
