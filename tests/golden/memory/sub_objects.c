// Pointers to members and into arrays inside objects stay there (C11 6.5.6p8), with --strict alone.
// fencepost: verify --strict --entry past_array
// fencepost: verify --entry past_array
// fencepost: verify --strict --entry inside_array
// fencepost: verify --strict --entry from_an_element
// fencepost: verify --strict --entry before_array
// fencepost: verify --strict --entry past_member
// fencepost: verify --strict --entry in_a_function
// fencepost: verify --strict --entry in_memory
// fencepost: verify --strict --entry allocated
// fencepost: verify --strict --entry row
// fencepost: verify --strict --entry all_rows
// fencepost: verify --strict --entry set_beyond
// fencepost: verify --strict --entry set_all
// fencepost: verify --strict --entry long_text
// fencepost: verify --strict --entry unterminated
// fencepost: verify --strict --entry container
// fencepost: verify --strict --entry first_member
// fencepost: verify --strict --entry bytes
// fencepost: verify --strict --entry flexible
// fencepost: verify --strict --entry elements
// fencepost: verify --strict --entry flexible_before
// fencepost: verify --strict --entry leaves_and_returns
// fencepost: verify --strict --entry end_of_array
// fencepost: verify --strict --entry static_parameter
// fencepost: verify --entry static_parameter
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct parts {
  int first;
  int array[2];
  int last;
};
struct texts {
  char one[4], two[4];
};
struct flexible {
  int count;
  int items[];
};
static struct parts whole;
static int third(int* p) { return p[2]; }
static int* kept;

int past_array(void) {
  int* p = whole.array;
  return p[2];  // !
}
int inside_array(void) {
  int* p = whole.array;
  return p[1];
}
int from_an_element(void) {
  int* p = &whole.array[1];
  return p[-1];
}
int before_array(void) {
  int* p = whole.array;
  return p[-1];  // !
}
int past_member(void) {
  int* p = &whole.first;
  return p[1];  // !
}
int in_a_function(void) {
  return third(whole.array);  // !
}
int in_memory(void) {
  kept = whole.array;
  return kept[2];  // !
}
int allocated(void) {
  struct parts* p = malloc(sizeof *p);
  int* q = p->array;
  q[2] = 1;  // !
  free(p);
  return 0;
}
int row(void) {
  int matrix[2][3] = {{0}};
  int* p = matrix[0];
  return p[3];  // !
}
int all_rows(void) {
  int matrix[2][3] = {{0}};
  int* p = (int*)matrix;
  return p[5];
}
int set_beyond(void) {
  memset(whole.array, 0, 12);  // !
  return 0;
}
int set_all(void) {
  memset(&whole, 0, sizeof whole);
  return 0;
}
int long_text(void) {
  struct texts t;
  strcpy(t.one, "long");  // !
  return 0;
}
int unterminated(void) {
  struct texts t = {"long", "two"};
  return strlen(t.one) == 7;  // !
}
int container(void) {
  int* p = &whole.last;
  struct parts* q = (struct parts*)((char*)p - offsetof(struct parts, last));
  q->first = 1;
  return q->array[1];
}
int first_member(void) {
  struct parts* q = (struct parts*)&whole.first;
  return q->last;
}
int bytes(void) {
  unsigned char* p = (unsigned char*)&whole;
  int sum = 0;
  for (unsigned i = 0; i < sizeof whole; ++i) sum += p[i];
  return sum;
}
int flexible(void) {
  struct flexible* p = malloc(sizeof *p + 2 * sizeof(int));
  int* q = p->items;
  q[1] = 1;
  free(p);
  return 0;
}
int elements(void) {
  struct parts many[3] = {0};
  struct parts* p = &many[1];
  return p[1].last + p[-1].array[1];
}
int flexible_before(void) {
  struct flexible* p = malloc(sizeof *p + 2 * sizeof(int));
  p->count = 2;
  int* q = p->items;
  return q[-1];  // !
}
int leaves_and_returns(void) {
  int* p = whole.array;
  p = p + 3;  // !
  p = p - 3;
  return *p;
}
int end_of_array(void) {
  int sum = 0;
  for (int* p = whole.array; p != whole.array + 2; ++p) sum += *p;
  return sum;
}
static int of_three(int p[static 3]) { return p[0]; }  // !
int static_parameter(void) { return of_three(whole.array); }
