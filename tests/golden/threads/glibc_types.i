// fencepost: show --stage core --data-model ILP32
// A preprocessed file brings its own types; their words lie where ours do.
typedef unsigned long int pthread_t;
typedef union {
  struct __pthread_mutex_s {
    int __lock;
    unsigned int __count;
    int __owner;
    int __kind;
    unsigned int __nusers;
    union { int __spins; void *__next; };
  } __data;
  char __size[24];
  long int __align;
} pthread_mutex_t;
extern int pthread_mutex_lock(pthread_mutex_t *__mutex);
extern int pthread_create(pthread_t *__newthread, const void *__attr, void *(*__start_routine)(void *), void *__arg);
pthread_mutex_t recursive = {{0, 0, 0, 1, 0, {0}}};
void *f(void *unused) {
  pthread_mutex_lock(&recursive);
  return 0;
}
int main() {
  pthread_t id;
  pthread_create(&id, 0, f, 0);
  return pthread_join(id, 0);
}
