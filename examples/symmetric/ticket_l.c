// 6/TICKET-L: a ticket lock (Mellor-Crummey, Scott, TOCS 9, 1991, section 2.2). Tickets are drawn by one instruction, which has none to give
// after the last number: with more draws than numbers two threads would have the same. The lock protects `inside`.
//
// -DBUG: to draw a ticket is to load and to store. Two threads are needed to be inside together, and they suffice: both load 0.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

atomic_uint next, served;
atomic_int inside;

static unsigned draw(void) {
#ifndef BUG
  __VERIFIER_atomic_begin();
#endif
  unsigned ticket = next;
  __VERIFIER_assume(ticket != UINT_MAX);
  next = ticket + 1;
#ifndef BUG
  __VERIFIER_atomic_end();
#endif
  return ticket;
}

static void critical_section(void) {
  inside = 1;
  assert(inside == 1);
  inside = 0;
}

void *worker(void *unused) {
  unsigned ticket = draw();
  while (served != ticket) {
  }
  critical_section();
  served = ticket + 1;
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
