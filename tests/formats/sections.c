// Writes in atomic sections, and a read in none.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

enum { kWriters = 6 };
static int shared, done;

static void *writer(void *arg) {
  __VERIFIER_atomic_begin();
  ++done;
  shared = 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *reader(void *arg) {
  int seen = shared;
  return seen == 0 ? arg : 0;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < kWriters; ++i) pthread_create(&thread, 0, writer, 0);
  pthread_create(&thread, 0, reader, 0);
}
