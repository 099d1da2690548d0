// What a pointer into an object is for goes with it through memory that threads share (C11 6.5.6p8), with --strict.
// fencepost: verify --strict --entry atomic_pointer
// fencepost: verify --strict --model sc --entry atomic_pointer
// fencepost: verify --strict --model tso --entry atomic_pointer
// fencepost: verify --strict --model rc11 --entry atomic_pointer
// fencepost: verify --strict --model rc11 --entry atomic_pointer_inside
// fencepost: verify --strict --entry under_a_lock
// fencepost: verify --strict --entry under_a_lock_inside
// fencepost: verify --strict --entry one_of_two
// fencepost: verify --strict --model rc11 --entry exchanged
// fencepost: verify --strict --entry argument
// fencepost: verify --strict --entry result
#include <pthread.h>
#include <stdatomic.h>

struct parts {
  int a[2], b[2];
} whole;
int* _Atomic published;
int* guarded;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;

static void* third(void* unused) {
  int* p = published;
  if (p) p[2] = 1;  // !
  return 0;
}
static void* second(void* unused) {
  int* p = published;
  if (p) p[1] = 1;
  return 0;
}
static void* third_guarded(void* unused) {
  pthread_mutex_lock(&lock);
  if (guarded) guarded[2] = 1;  // !
  pthread_mutex_unlock(&lock);
  return 0;
}
static void* second_guarded(void* unused) {
  pthread_mutex_lock(&lock);
  if (guarded) guarded[1] = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
static void* third_exchanged(void* unused) {
  int* p = atomic_exchange(&published, 0);
  if (p) p[2] = 1;  // !
  return 0;
}
static void* third_given(void* p) {
  ((int*)p)[2] = 1;  // !
  return 0;
}
static void* gives(void* unused) { return whole.a; }

int atomic_pointer(void) {
  pthread_create(&thread, 0, third, 0);
  published = whole.a;
  return pthread_join(thread, 0);
}
int atomic_pointer_inside(void) {
  pthread_create(&thread, 0, second, 0);
  published = whole.a;
  return pthread_join(thread, 0);
}
int under_a_lock(void) {
  pthread_create(&thread, 0, third_guarded, 0);
  pthread_mutex_lock(&lock);
  guarded = whole.a;
  pthread_mutex_unlock(&lock);
  return pthread_join(thread, 0);
}
int under_a_lock_inside(void) {
  pthread_create(&thread, 0, second_guarded, 0);
  pthread_mutex_lock(&lock);
  guarded = whole.a;
  pthread_mutex_unlock(&lock);
  return pthread_join(thread, 0);
}
int one_of_two(void) {
  static int longer[3];
  published = longer;
  pthread_create(&thread, 0, third, 0);
  published = whole.a;
  return pthread_join(thread, 0);
}
int exchanged(void) {
  pthread_create(&thread, 0, third_exchanged, 0);
  published = whole.a;
  return pthread_join(thread, 0);
}
int argument(void) {
  pthread_create(&thread, 0, third_given, whole.a);
  return pthread_join(thread, 0);
}
int result(void) {
  void* p;
  pthread_create(&thread, 0, gives, 0);
  pthread_join(thread, &p);
  return ((int*)p)[2];  // !
}
