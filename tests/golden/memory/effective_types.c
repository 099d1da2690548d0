// Objects are accessed as what they were declared with, or as characters (C11 6.5p7), with --strict.
// fencepost: verify --strict --entry as_short
// fencepost: verify --strict --entry by_void
// fencepost: verify --strict --entry as_float
// fencepost: verify --strict --entry as_unsigned
// fencepost: verify --strict --entry as_bytes
// fencepost: verify --strict --entry long_as_long_long
// fencepost: verify --strict --entry of_characters
// fencepost: verify --strict --entry by_union
// fencepost: verify --strict --entry by_copy
// fencepost: verify --strict --entry first_of_struct
// fencepost: verify --strict --entry second_of_struct
// fencepost: verify --strict --entry struct_over_array
// fencepost: verify --strict --entry allocated
// fencepost: verify --strict --entry allocated_twice
// fencepost: verify --strict --entry may_alias
// fencepost: verify --strict --entry other_tag
// fencepost: verify --strict --entry begins_alike
// fencepost: verify --strict --entry begins_alike_in_union
// fencepost: verify --strict --entry embedded
// fencepost: verify --strict --entry container
// fencepost: verify --strict --entry array_of_structs
// fencepost: verify --strict --entry array_as_struct
// fencepost: verify --strict --entry same_in_array_of_unknown_length
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int number;
union either {
  int i;
  float f;
};
struct mixed {
  int i;
  float f;
};
static int of_void(void* p) { return *(short*)p; }

int as_short(void) { return *(short*)&number; }
int by_void(void) { return of_void(&number); }
int as_float(void) { return *(float*)&number != 0; }
int as_unsigned(void) { return *(unsigned*)&number != 0; }
int as_bytes(void) { return *(char*)&number; }
int long_as_long_long(void) {
  long l = 0;
  return *(long long*)&l != 0;
}
int of_characters(void) {
  _Alignas(int) char bytes[4] = {0};
  return *(int*)bytes;
}
int by_union(void) {
  union either u;
  u.f = 0;
  int* p = &u.i;
  return *p;
}
int by_copy(void) {
  float f = 0;
  int i;
  memcpy(&i, &f, sizeof i);
  return i;
}
int first_of_struct(void) {
  struct mixed m = {0};
  return *(int*)&m;
}
int second_of_struct(void) {
  struct mixed m = {0};
  return *((int*)&m + 1);
}
int struct_over_array(void) {
  float f[2] = {0};
  struct mixed m = *(struct mixed*)f;
  return m.i;
}
int allocated(void) {
  int* p = malloc(2 * sizeof *p);
  p[1] = 0;
  int seen = p[1];
  free(p);
  return seen;
}
int allocated_twice(void) {
  int* p = malloc(sizeof *p);
  *p = 0;
  int seen = *(float*)p != 0;
  free(p);
  return seen;
}
typedef int any_int __attribute__((may_alias));
int may_alias(void) {
  float f = 0;
  return *(any_int*)&f;
}
struct first {
  int kind, a;
};
struct second {
  int kind;
  float b;
};
union both {
  struct first first;
  struct second second;
};
struct outer {
  int n;
  struct first inner;
};
static int kind_of(struct second* p) { return p->kind; }
static int kind_of_first(struct first* p) { return p->kind; }
int other_tag(void) {
  struct {
    int kind;
    float b;
  } x = {0, 1};
  return kind_of((struct second*)&x);  // !
}
int begins_alike(void) {
  struct first x = {0, 1};
  return kind_of((struct second*)&x);  // !
}
int begins_alike_in_union(void) {
  union both x = {.first = {0, 1}};
  return kind_of(&x.second);
}
int embedded(void) {
  struct outer x = {0};
  return kind_of_first(&x.inner);
}
int container(void) {
  struct outer x = {0};
  struct first* p = &x.inner;
  struct outer* q = (struct outer*)((char*)p - offsetof(struct outer, inner));
  return q->n + q->inner.a;
}
int array_of_structs(void) {
  struct outer many[3] = {0};
  struct outer* p = many;
  return p[2].inner.kind + kind_of_first(&p[1].inner);
}
int array_as_struct(void) {
  int many[2] = {0};
  return kind_of_first((struct first*)many);  // !
}
struct first open_ended[];
extern struct first open_ended[3];
int same_in_array_of_unknown_length(void) { return kind_of_first(&open_ended[2]); }
