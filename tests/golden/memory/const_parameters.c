// Parameters and variable length arrays are objects like others: those defined const are not modified (C11 6.7.3p6).
// fencepost: verify --entry scalar
// fencepost: verify --entry record
// fencepost: verify --entry set
// fencepost: verify --entry array
// fencepost: verify --entry right
#include <assert.h>
#include <string.h>

struct pair {
  int a, b;
};

static int take(const int x) { return *(int *)&x = 3; }
static void change(const struct pair x) { ((struct pair *)&x)->b = 3; }
static void clear(const struct pair x) { memset((void *)&x, 0, sizeof x); }
static int keep(const struct pair x, const int *const p, int y) {
  *(int *)p = y;  // what it points to is not const
  return x.a + ++y;
}

int scalar(void) { return take(1); }
void record(void) { change((struct pair){1, 2}); }
void set(void) { clear((struct pair){1, 2}); }

void array(void) {
  int n = 2;
  const int all[n];
  ((int *)all)[1] = 3;
}

void right(void) {
  int x = 0;
  assert(keep((struct pair){1, 2}, &x, 4) == 6 && x == 4);
}
