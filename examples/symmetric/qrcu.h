// QRCU, read-copy-update with quick grace periods (McKenney, "Using Promela and Spin to verify parallel algorithms", LWN 2007). Readers
// count themselves in one of two counters; who replaces what they read waits until those that were there have gone: it looks at the counters, and
// only if there are readers takes the lock, sends new readers to the other counter and waits for the old one to be empty.
//
// There are two versions of the data. No reader finds its version freed while it reads; a version is freed after the wait.
//
// -DBUG: who frees does not wait. One reader and the updater are needed.
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int turn;  // which counter readers take
atomic_uint counter_0 = 1, counter_1;
atomic_int current;  // which version readers take
atomic_bool freed_0, freed_1;

// A counter that is 0 is no longer, or not yet, for readers.
static _Bool increment_unless_0(atomic_uint *counter) {
  for (;;) {
    unsigned old = *counter, expected = old;
    if (old == 0) return 0;
    if (atomic_compare_exchange_strong(counter, &expected, old + 1)) return 1;
  }
}

void *reader(void *unused) {
  int mine;
  do {
    mine = turn;
  } while (!(mine == 0 ? increment_unless_0(&counter_0) : increment_unless_0(&counter_1)));
  if (current == 0)
    assert(!freed_0);
  else
    assert(!freed_1);
  if (mine == 0)
    atomic_fetch_sub(&counter_0, 1);
  else
    atomic_fetch_sub(&counter_1, 1);
  return 0;
}

// In an order that depends on which counter readers take, the other one first: a reader that moves on is not missed.
static unsigned sum(void) {
  if (turn == 0) {
    unsigned one = counter_1;
    return one + counter_0;
  }
  unsigned one = counter_0;
  return one + counter_1;
}

static void synchronize(void) {
  unsigned readers = sum();
  if (readers <= 1) readers = sum();
  if (readers <= 1) return;
  pthread_mutex_lock(&lock);
  if (turn == 0) {
    atomic_fetch_add(&counter_1, 1);
    turn = 1;
    atomic_fetch_sub(&counter_0, 1);
    while (counter_0 != 0) {
    }
  } else {
    atomic_fetch_add(&counter_0, 1);
    turn = 0;
    atomic_fetch_sub(&counter_1, 1);
    while (counter_1 != 0) {
    }
  }
  pthread_mutex_unlock(&lock);
}

void *updater(void *unused) {
  current = 1;
#ifndef BUG
  synchronize();
#endif
  freed_0 = 1;
  return 0;
}
