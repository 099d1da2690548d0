// Variable arguments (C11 7.16): va_arg finds one of its type, and a list is used between its start and its end.
// fencepost: verify --entry right
// fencepost: run --entry right
// fencepost: verify --entry too_many
// fencepost: verify --entry another_type
// fencepost: verify --entry promoted
// fencepost: verify --entry null_as_int
// fencepost: verify --entry not_started
// fencepost: verify --entry ended
// fencepost: verify --entry used_by_another
// fencepost: verify --entry kept
// fencepost: verify --strict --entry negative
// fencepost: verify --entry negative
// fencepost: verify --data-model ILP32 --entry too_many
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

struct wide {
  char text[20];
  double number;
};

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  while (count-- > 0) total += va_arg(list, int);
  va_end(list);
  return total;
}

static size_t lengths(const char *first, ...) {
  va_list list, again;
  size_t total = 0;
  va_start(list, first);
  va_copy(again, list);
  for (const char *text = first; text; text = va_arg(list, const char *)) total += strlen(text);
  va_end(list);
  if (total) total += strlen(va_arg(again, char *));
  va_end(again);
  return total;
}

static int next(va_list *list) { return va_arg(*list, int); }
static int taken(va_list list) { return va_arg(list, int); }

static int mixed(int unused, ...) {
  va_list list;
  va_start(list, unused);
  int a = next(&list), b = (int)va_arg(list, double);
  struct wide all = va_arg(list, struct wide);
  int (*function)(int, ...) = va_arg(list, int (*)(int, ...));
  a += b + all.text[19] + (int)all.number + function(2, a, b);
  va_end(list);
  return a;
}

void right(int n) {
  struct wide all = {.text = {[19] = 4}, .number = 5.5};
  assert(sum(0) == 0 && sum(3, 1, 2, 3) == 6);
  assert(lengths("ab", "c", (char *)0) == 4 && lengths("", "ab", "c", NULL) == 5);
  assert(mixed(0, 'a', 2.5f, all, sum) == 'a' + 2 + 4 + 5 + 'a' + 2);
  if (n >= 0 && n < 3) assert(sum(n, 1, 2) == n * (n + 1) / 2);
}

int too_many(void) { return sum(3, 1, 2); }
int another_type(void) { return sum(2, 1, 2L); }

static int narrow(int unused, ...) {
  va_list list;
  va_start(list, unused);
  int found = va_arg(list, short);
  va_end(list);
  return found;
}

int promoted(void) { return narrow(0, (short)1); }
size_t null_as_int(void) { return lengths("a", 0); }

static int start_none(int unused, ...) {
  va_list list;
  return va_arg(list, int);
}

int not_started(void) { return start_none(0, 1); }

static int end_first(int unused, ...) {
  va_list list;
  va_start(list, unused);
  va_end(list);
  return va_arg(list, int);
}

int ended(void) { return end_first(0, 1); }

static int after_another(int unused, ...) {
  va_list list;
  va_start(list, unused);
  int both = taken(list);
  both += va_arg(list, int);
  va_end(list);
  return both;
}

int used_by_another(void) { return after_another(0, 1, 2); }

static va_list global;
static void keep(int unused, ...) { va_start(global, unused); }

int kept(void) {
  keep(0, 1);
  return va_arg(global, int);
}

static unsigned first(int unused, ...) {
  va_list list;
  va_start(list, unused);
  unsigned found = va_arg(list, unsigned);
  va_end(list);
  return found;
}

int negative(void) { return first(0, 5) == 5 && first(0, -1) == 5; }
