// fencepost: verify
// fencepost: verify --strict
// fencepost: verify --entry named
// fencepost: verify --entry named --property no-deadlock
// fencepost: verify --entry unnamed
// fencepost: verify --entry zero
// fencepost: verify --entry waits
// Another C library's types: zeros are its initialisers, PTHREAD_MUTEX_NORMAL and PTHREAD_MUTEX_DEFAULT are one number, and
// our library's own calls are not the program's.
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
typedef union { char size[48]; long align; } pthread_cond_t;
typedef union { char size[4]; int align; } pthread_mutexattr_t;
typedef volatile int pthread_spinlock_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutexattr_init(pthread_mutexattr_t *);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
extern int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_signal(pthread_cond_t *);
extern int pthread_spin_init(pthread_spinlock_t *, int);
extern int pthread_spin_lock(pthread_spinlock_t *);
extern int pthread_spin_unlock(pthread_spinlock_t *);
pthread_mutex_t mutex = {{0, 0, 0, 0, 0}};
pthread_cond_t condition = {{0}};
pthread_spinlock_t spin;
int ready, count;
void *waiter(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_spin_lock(&spin);
  ++count;
  pthread_spin_unlock(&spin);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_spin_init(&spin, 0);
  pthread_create(&id, 0, waiter, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_spin_lock(&spin);
  ++count;
  pthread_spin_unlock(&spin);
  return pthread_join(id, 0);
}
void named(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, 0);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
void unnamed(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
void zero(void) { pthread_spin_lock(&spin); }
void waits(void) { pthread_cond_wait(&condition, &mutex); }
