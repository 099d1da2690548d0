// fencepost: verify --property unreach-call
// fencepost: verify --property unreach-call -D SEEN
// A thread that gets stuck in an atomic section stops no other before, and nobody sees what it wrote there.
void abort(void);
void reach_error(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);

int busy, x, y;

void *taker(void *unused) {
  __VERIFIER_atomic_begin();
  x = 1;
  if (busy) abort();
  x = 0;
  __VERIFIER_atomic_end();
  return 0;
}

void *writer(void *unused) {
  busy = 1;
  y = 1;
  busy = 0;
  y = 2;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, taker, 0);
  pthread_create(&b, 0, writer, 0);
#ifdef SEEN
  if (x == 1) reach_error();
#else
  if (busy == 1)
    if (busy == 0 && y == 2) reach_error();
#endif
}
