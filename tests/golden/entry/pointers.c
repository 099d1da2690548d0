// Arguments that are pointers: null, objects of their own, or what others designate.
// fencepost: verify --entry may_be_null
// fencepost: verify --entry asks
// fencepost: verify --entry aliases
// fencepost: verify --entry restricted
// fencepost: verify --entry of_other_types
// fencepost: verify --entry alias_of_global
// fencepost: verify --entry alias_of_member
// fencepost: verify --entry alias_of_bytes
// fencepost: verify --entry one_element
// fencepost: verify --entry three_elements
// fencepost: verify --entry not_null
// fencepost: verify --entry pointers_in_objects
// fencepost: verify --entry far_away
// fencepost: verify --entry nothing_known
// fencepost: verify --entry unused
// fencepost: verify --entry by_value
#include <assert.h>

struct pair {
  int a, b;
};
struct node {
  int value;
  struct node* next;
};
int global;

int may_be_null(int* p) {
  return *p;  // !
}
int asks(int* p) { return p ? *p != 0 : 0; }
int aliases(int* p, int* q) {
  if (!p || !q) return 0;
  *p = 1;
  *q = 2;
  assert(*p == 1);  // !
  return 0;
}
int restricted(int* restrict p, int* restrict q) {
  if (!p || !q) return 0;
  *p = 1;
  *q = 2;
  assert(*p == 1);
  return 0;
}
int of_other_types(int* p, float* q) {
  if (!p || !q) return 0;
  *p = 1;
  *q = 2;
  assert(*p == 1);
  return 0;
}
int alias_of_global(int* p) {
  if (!p) return 0;
  global = 1;
  *p = 2;
  assert(global == 1);  // !
  return 0;
}
int alias_of_member(int* p, struct pair* q) {
  if (!p || !q) return 0;
  q->b = 1;
  *p = 2;
  assert(q->b == 1);  // !
  return 0;
}
int alias_of_bytes(char* p, int* q) {
  if (!p || !q) return 0;
  *q = 0;
  *p = 1;
  assert(*q == 0);  // !
  return 0;
}
int one_element(int* p) {
  if (!p) return 0;
  return p[1];  // !
}
int three_elements(int p[static 3]) {
  p[2] = 1;
  return p[2] - 1;
}
__attribute__((nonnull)) int not_null(int* p) { return *p != 0; }
int pointers_in_objects(struct node* p) {
  if (!p || !p->next) return 0;
  p->value = 1;
  p->next->value = 2;
  assert(p->value == 1);  // !
  return 0;
}
int far_away(struct node* p) {
  int count = 0;
  for (; p && count < 4; p = p->next) ++count;
  return count;
}
int nothing_known(void* p) {
  if (!p) return 0;
  return *(int*)p;
}
int unused(void* p) { return 0; }
int by_value(struct node n) {
  return n.next->value;  // !
}
