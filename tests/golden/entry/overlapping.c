// Arguments may overlap wherever their types let them, arrays of which so many elements are asked for included.
// fencepost: verify --entry same_array
// fencepost: verify --entry shifted
// fencepost: verify --entry shifted_back
// fencepost: verify --entry element_of_array
// fencepost: verify --entry restricted
// fencepost: verify --entry far_element
// fencepost: verify --entry any_byte
// fencepost: verify --entry inside_rows
// fencepost: verify --entry no_more
// fencepost: verify --entry other_types
#include <assert.h>

int table[40];
int rows[3][4];

int same_array(int p[static 3], int q[static 3]) {
  p[2] = 1;
  q[2] = 2;
  assert(p[2] == 1);  // !
  return 0;
}
int shifted(int p[static 3], int q[static 3]) {
  p[1] = 1;
  q[0] = 2;
  assert(p[1] == 1);  // !
  return 0;
}
int shifted_back(int p[static 3], int q[static 2]) {
  p[0] = 1;
  q[1] = 2;
  assert(p[0] == 1);  // !
  return 0;
}
int element_of_array(int p[static 3], int* q) {
  if (!q) return 0;
  p[2] = 1;
  *q = 2;
  assert(p[2] == 1);  // !
  return 0;
}
int restricted(int p[restrict static 3], int q[restrict static 3]) {
  p[1] = 1;
  q[1] = 2;
  assert(p[1] == 1);
  return 0;
}
int far_element(int* p) {
  if (!p) return 0;
  table[35] = 1;
  *p = 2;
  assert(table[35] == 1);  // !
  return 0;
}
int any_byte(unsigned char* p) {
  if (!p) return 0;
  table[7] = 0;
  *p = 2;
  assert(table[7] == 0);  // !
  return 0;
}
int inside_rows(int* p) {
  if (!p) return 0;
  rows[2][3] = 1;
  *p = 2;
  assert(rows[2][3] == 1);  // !
  return 0;
}
int no_more(int p[static 2], int q[static 2]) {
  q[2] = 0;  // !
  return p[0] != 0;
}
int other_types(int p[static 2], float q[static 2]) {
  p[0] = 1;
  q[0] = 2;
  assert(p[0] == 1);
  return 0;
}
