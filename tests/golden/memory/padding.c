// A store to a struct leaves its padding unspecified (C11 6.2.6.1p6-7), with --strict.
// fencepost: verify --strict --entry store_to_member
// fencepost: verify --entry store_to_member
// fencepost: verify --strict --entry store_by_pointer
// fencepost: verify --strict --entry assignment
// fencepost: verify --strict --entry initialiser
// fencepost: verify --strict --entry rest_of_union
// fencepost: verify --strict --entry copied_bytes
// fencepost: verify --strict --entry static_storage
// fencepost: verify --strict --entry members
// fencepost: verify --strict --entry short_allocation
// fencepost: verify --strict --entry argument
// fencepost: verify --strict --entry result
// fencepost: verify --strict --entry operand
// fencepost: verify --strict --entry two_operands
// fencepost: verify --strict --entry not_evaluated
// fencepost: verify --strict --entry in_a_block
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct padded {
  char a;
  int b;
};
union mixed {
  int i;
  char c;
};
static struct padded zero;
static int second_byte(struct padded* p) { return ((unsigned char*)p)[1]; }

int store_to_member(void) {
  struct padded x;
  memset(&x, 0, sizeof x);
  x.a = 1;
  assert(second_byte(&x) == 0);  // !
  return 0;
}
int store_by_pointer(void) {
  struct padded x, *p = &x;
  memset(&x, 0, sizeof x);
  p->b = 1;
  assert(second_byte(&x) == 0);  // !
  return 0;
}
int assignment(void) {
  struct padded x;
  x = zero;
  assert(second_byte(&x) == 0);  // !
  return 0;
}
int initialiser(void) {
  struct padded x = {1, 2};
  assert(second_byte(&x) == 0);  // !
  return 0;
}
int rest_of_union(void) {
  union mixed u;
  u.i = 0;
  u.c = 0;
  assert(u.i == 0);  // !
  return 0;
}
int copied_bytes(void) {
  struct padded x;
  memcpy(&x, &zero, sizeof x);
  assert(second_byte(&x) == 0);
  return 0;
}
int static_storage(void) {
  assert(second_byte(&zero) == 0);
  return 0;
}
int members(void) {
  struct padded x;
  x.a = 1;
  x.b = 2;
  assert(x.a == 1 && x.b == 2);
  return 0;
}
int short_allocation(void) {
  struct padded* p = malloc(1);
  p->a = 1;
  int seen = p->a;
  free(p);
  return seen;
}
static int second_byte_of_copy(struct padded copy) { return second_byte(&copy); }
static struct padded gives_zero(void) { return zero; }
int argument(void) {
  assert(second_byte_of_copy(zero) == 0);  // !
  return 0;
}
int result(void) {
  struct padded x = gives_zero();
  assert(second_byte(&x) == 0);  // !
  return 0;
}
int operand(void) {
  struct padded x;
  memset(&x, 0, sizeof x);
  int seen = (x.a = 1) + 1;
  assert(second_byte(&x) == 0);  // !
  return seen - 2;
}
int two_operands(void) {
  struct padded x;
  int seen = (x.a = 1) + (x.b = 2);
  assert(seen == 3 && x.a == 1 && x.b == 2);
  return 0;
}
int not_evaluated(void) {
  struct padded x;
  memset(&x, 0, sizeof x);
  int seen = 0 + (second_byte(&x) ? (x.a = 1) : 2);
  assert(second_byte(&x) == 0);
  return seen - 2;
}
int in_a_block(void) {
  int seen = ({
               struct padded x;
               x.a = 1;
               x.a;
             }) +
             1;
  return seen - 2;
}
