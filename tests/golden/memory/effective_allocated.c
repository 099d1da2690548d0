// Allocated storage has the type of what was stored there last (C11 6.5p6), with --strict.
// fencepost: verify --strict --entry by_void
// fencepost: verify --entry by_void
// fencepost: verify --strict --entry stored_again
// fencepost: verify --strict --entry in_functions
// fencepost: verify --strict --entry by_memcpy
// fencepost: verify --strict --entry by_memcpy_right
// fencepost: verify --strict --entry by_memmove_twice
// fencepost: verify --strict --entry by_struct
// fencepost: verify --strict --entry by_struct_right
// fencepost: verify --strict --entry zeros
// fencepost: verify --strict --entry filled
// fencepost: verify --strict --entry part_of_long
// fencepost: verify --strict --entry half_overwritten
// fencepost: verify --strict --entry as_bytes
// fencepost: verify --strict --entry reallocated
// fencepost: verify --strict --entry reallocated_right
// fencepost: verify --strict --entry free_list
// fencepost: verify --strict --entry pool
// fencepost: verify --strict --entry by_union
// fencepost: verify --strict --entry signedness
// fencepost: verify --strict --entry flexible
// fencepost: verify --strict --entry on_one_path
// fencepost: verify --strict --entry of_alloca
// fencepost: verify --strict --entry of_vla
// fencepost: verify --strict --entry static_flexible
// fencepost: verify --strict --entry large_struct
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

struct mixed {
  int i;
  float f;
};
struct swapped {
  float f;
  int i;
};
struct node {
  struct node* next;
};
union either {
  int i;
  float f;
};
struct flexible {
  int count;
  float items[];
};
struct large {
  int a[10];
  float f;
};
struct other_large {
  int a[11];
};
static struct flexible static_object = {1, {2, 3}};
static struct large whole;
int __VERIFIER_nondet_int(void);
static void set(void* p) { *(int*)p = 1; }
static int is_large(void* p) { return *(float*)p > 1; }

int by_void(void) {
  void* p = malloc(4);
  *(int*)p = 1;
  return *(float*)p > 1;  // !
}
int stored_again(void) {
  void* p = malloc(4);
  *(int*)p = 1;
  *(float*)p = 1;
  return *(float*)p > 1;
}
int in_functions(void) {
  void* p = malloc(4);
  set(p);
  return is_large(p);  // !
}
int by_memcpy(void) {
  float f = 1;
  void* p = malloc(4);
  memcpy(p, &f, 4);
  return *(int*)p == 0;  // !
}
int by_memcpy_right(void) {
  struct mixed m = {1, 2};
  struct mixed* p = malloc(sizeof m);
  memcpy(p, &m, sizeof m);
  return p->i - 1;
}
int by_memmove_twice(void) {
  void *p = malloc(4), *q = malloc(4);
  *(int*)p = 1;
  memmove(q, p, 4);
  return *(float*)q > 1;  // !
}
int by_struct(void) {
  void* p = malloc(sizeof(struct mixed));
  struct mixed m = {1, 2};
  *(struct mixed*)p = m;
  struct swapped* q = p;
  return q->f > 1;  // !
}
int by_struct_right(void) {
  void* p = malloc(sizeof(struct mixed));
  struct mixed m = {1, 2};
  *(struct mixed*)p = m;
  return *(int*)p - 1;
}
int zeros(void) {
  void* p = calloc(1, 4);
  return *(int*)p + (*(float*)p > 1);
}
int filled(void) {
  void* p = malloc(4);
  *(int*)p = 1;
  memset(p, 0, 4);
  return *(float*)p > 1;
}
int part_of_long(void) {
  void* p = malloc(8);
  *(long*)p = 1;
  return *(int*)p - 1;  // !
}
int half_overwritten(void) {
  void* p = malloc(8);
  *(long*)p = 1;
  *(int*)p = 2;
  return *(long*)p == 0;  // !
}
int as_bytes(void) {
  void* p = malloc(4);
  *(int*)p = 0;
  unsigned char* bytes = p;
  return bytes[3];
}
int reallocated(void) {
  void* p = malloc(4);
  *(int*)p = 1;
  void* q = realloc(p, 8);
  return *(float*)q > 1;  // !
}
int reallocated_right(void) {
  int* p = malloc(4);
  *p = 1;
  int* q = realloc(p, 8);
  q[1] = 2;
  return q[0] + q[1] - 3;
}
int free_list(void) {
  void* p = malloc(8);
  struct mixed* m = p;
  m->i = 1;
  m->f = 2;
  struct node* n = p;
  n->next = 0;
  return n->next != 0;
}
int pool(void) {
  char* all = malloc(16);
  int* i = (int*)all;
  float* f = (float*)(all + 8);
  *i = 1;
  *f = 2;
  return *i - 1 + (*f > 2);
}
int by_union(void) {
  union either* u = malloc(sizeof *u);
  u->i = 1;
  return u->f > 1;
}
int signedness(void) {
  void* p = malloc(4);
  *(int*)p = 1;
  return *(unsigned*)p != 1;
}
int flexible(void) {
  struct flexible* p = malloc(sizeof *p + 8);
  p->items[1] = 1;
  return ((int*)p)[2] == 0;  // !
}
int on_one_path(void) {
  void* p = malloc(4);
  *(int*)p = 1;
  if (__VERIFIER_nondet_int()) *(float*)p = 1;
  return *(float*)p > 1;  // !
}
int of_alloca(void) {
  void* p = alloca(4);
  *(int*)p = 1;
  return *(float*)p > 1;  // !
}
int of_vla(void) {
  int n = 2;
  int a[n];
  a[1] = 1;
  return *(float*)(a + 1) > 1;  // !
}
int static_flexible(void) {
  int* p = (int*)&static_object;
  return p[1] == 0;  // !
}
int large_struct(void) {
  struct other_large copy = *(struct other_large*)&whole;  // !
  return copy.a[0];
}
