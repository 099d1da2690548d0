// Functions are called through the type that they have (C11 6.5.2.2p6, p9), and structs of one tag in two files are one type only
// if they have the same members (6.2.7p1).
// fencepost: verify --entry same_struct
// fencepost: verify --entry same_anonymous_struct
// fencepost: verify --entry other_struct
// fencepost: verify --entry other_result
// fencepost: verify -std=gnu89 --entry implicit_result
// fencepost: verify -std=gnu89 --entry implicit
// fencepost: verify --entry other_sign
// fencepost: verify --strict --entry other_sign
// fencepost: verify --strict --entry old_style_sign
// fencepost: verify --strict --entry old_style_negative
// fencepost: verify --strict --entry old_style_void
// fencepost: verify --strict --entry old_style_pointer
// fencepost: verify --entry thread_function
// fencepost: verify --strict --entry thread_function
// with: function_types_other.c
#include <pthread.h>

struct same {
  int x;
};
typedef struct {
  int x;
} anonymous;
struct other {
  int x;
};
int call_same(void*);
int call_anonymous(int (*)(anonymous*));
int call_other(void*);
static int of_same(struct same* p) { return p->x; }
static int of_anonymous(anonymous* p) { return p->x; }
static int of_other(struct other* p) { return p->x; }
static void no_result(int n) {}

int same_struct(void) { return call_same((void*)of_same); }
int same_anonymous_struct(void) { return call_anonymous(of_anonymous); }
int other_struct(void) { return call_other((void*)of_other); }
int other_result(void) {
  int (*p)(int) = (int (*)(int))no_result;
  return p(1);  // !
}
int implicit_result(void) {
  return returns_long(1) != 1;  // !
}
int implicit(void) { return returns_int(1) - 1; }
int takes_unsigned();
int other_sign(void) {
  return takes_unsigned(1) - 1;  // with --strict
}
unsigned old_unsigned(n) unsigned n;
{ return n; }
int old_text(t) char* t;
{ return *t; }
int old_style_sign(void) { return old_unsigned(1) != 1; }
int old_style_negative(void) {
  return old_unsigned(-1) == 0;  // !
}
int old_style_void(void) {
  char c = 0;
  return old_text((void*)&c);
}
int old_style_pointer(void) {
  int n = 0;
  return old_text(&n);  // !
}
static void start(void* p) { *(int*)p = 1; }
int thread_function(void) {
  pthread_t thread;
  int n = 0;
  pthread_create(&thread, 0, (void* (*)(void*))start, &n);  // with --strict
  pthread_join(thread, 0);
  return n - 1;
}
