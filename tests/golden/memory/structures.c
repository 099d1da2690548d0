// fencepost: verify
#include <assert.h>
struct point { int x, y; };
struct line { struct point from, to; char name[4]; };
struct point mirrored(struct point p) {
  struct point q = {.y = p.x, .x = p.y};
  return q;
}
int main(void) {
  struct line lines[2] = {{{1, 2}, {3, 4}, "ab"}, [1] = {.to = {5, 6}}};
  assert(lines[0].name[2] == 0 && lines[1].from.x == 0);
  lines[1].from = mirrored(lines[0].to);
  assert(lines[1].from.x == 4 && lines[1].from.y == 3);
  struct line copy = lines[1];
  copy.to.y = 0;
  assert(lines[1].to.y == 6);
  struct point *p = &(struct point){7, 8};
  assert(p->x + p->y == 15);
  return 0;
}
