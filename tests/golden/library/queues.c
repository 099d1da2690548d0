// The lists of queue(3): what is put in comes out in order, and what is taken out is gone.
// fencepost: verify
#include <assert.h>
#include <sys/queue.h>
#include <sys/param.h>
#include <endian.h>
struct node { int v; TAILQ_ENTRY(node) t; STAILQ_ENTRY(node) s; SLIST_ENTRY(node) l; LIST_ENTRY(node) d; CIRCLEQ_ENTRY(node) c; };
TAILQ_HEAD(tq, node) tq = TAILQ_HEAD_INITIALIZER(tq);
STAILQ_HEAD(sq, node) sq = STAILQ_HEAD_INITIALIZER(sq);
SLIST_HEAD(sl, node) sl = SLIST_HEAD_INITIALIZER(sl);
LIST_HEAD(dl, node) dl = LIST_HEAD_INITIALIZER(dl);
CIRCLEQ_HEAD(cq, node) cq = CIRCLEQ_HEAD_INITIALIZER(cq);
int main(void) {
  struct node n[3], *p, *x;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    n[i].v = i + 1;
    TAILQ_INSERT_TAIL(&tq, &n[i], t); STAILQ_INSERT_TAIL(&sq, &n[i], s); SLIST_INSERT_HEAD(&sl, &n[i], l);
    LIST_INSERT_HEAD(&dl, &n[i], d); CIRCLEQ_INSERT_TAIL(&cq, &n[i], c);
  }
  TAILQ_REMOVE(&tq, &n[1], t); STAILQ_REMOVE(&sq, &n[1], node, s); SLIST_REMOVE(&sl, &n[1], node, l); LIST_REMOVE(&n[1], d); CIRCLEQ_REMOVE(&cq, &n[1], c);
  TAILQ_FOREACH(p, &tq, t) sum = sum * 10 + p->v;
  STAILQ_FOREACH(p, &sq, s) sum = sum * 10 + p->v;
  SLIST_FOREACH(p, &sl, l) sum = sum * 10 + p->v;
  LIST_FOREACH_SAFE(p, &dl, d, x) sum = sum * 10 + p->v;
  assert(sum == 13133131);
  sum = 0;
  CIRCLEQ_FOREACH(p, &cq, c) sum = sum * 10 + p->v;
  assert(sum == 13);
  assert(TAILQ_LAST(&tq, tq) == &n[2] && TAILQ_PREV(&n[2], tq, t) == &n[0]);
  assert(htobe32(0x01020304) == 0x04030201 && htole16(7) == 7 && MIN(1, 2) == 1 && roundup(5, 4) == 8);
  return 0;
}
