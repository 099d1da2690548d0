/* C does not say which operand of + is evaluated first. */
#include <assert.h>

static int ticket;

static int next(void) { return ++ticket; }
static int last(void) { return ticket; }

int main(void) {
  int sum = next() + last();
  assert(sum == 2);
  return 0;
}
