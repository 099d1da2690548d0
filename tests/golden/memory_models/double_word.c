// Two words that are updated at once and read one by one, as queues with counters do. Models of C take both parts of an access for
// one event where that is true of all machines: it synchronises as a whole, and nobody finds a half of it.
// fencepost: verify -DHALVES
// fencepost: verify --model rc11 -DHALVES
// fencepost: verify --model ra -DHALVES
// fencepost: verify --model aarch64 -DHALVES
// fencepost: verify --model rc11 -DHALVES -DREADS=relaxed
// fencepost: verify --model aarch64 -DHALVES -DREADS=relaxed
// fencepost: verify --model rc11 -DHALVES -DUPDATES=relaxed
// fencepost: verify --model aarch64 -DHALVES -DUPDATES=relaxed
// fencepost: verify --model rc11 -DMESSAGE
// fencepost: verify --model rc11 -DMESSAGE -DREADS=relaxed
// fencepost: verify --model rc11 -DMESSAGE -DUPDATES=relaxed
// fencepost: verify --model rc11 -DFORWARDED
// fencepost: verify --model rc11 -DFORWARDED -DREADS=relaxed
// fencepost: verify --model rc11 -DFOUND
// fencepost: verify --model rc11 -DFOUND -DUPDATES=relaxed
// fencepost: verify --model aarch64 -DFOUND -DUPDATES=relaxed
// fencepost: verify --model rc11 -DFOUND -DUPDATES=relaxed -DSTORES=relaxed
// fencepost: verify --model rc11 -DAT_ONCE -DREADS=relaxed -DUPDATES=relaxed
// fencepost: verify --model ra -DAT_ONCE
// fencepost: verify --model rc11 -DCOUNTED -DUPDATES=relaxed
// fencepost: verify --model rc11 -DCOUNTED -DUPDATES=relaxed -DLOST
// fencepost: verify --model power -DHALVES
// fencepost: explore --model rc11 -DAT_ONCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#ifndef READS
#define READS acquire
#endif
#ifndef UPDATES
#define UPDATES acq_rel
#endif
#ifndef STORES
#define STORES release
#endif
#define NAMED(order) memory_order_##order
#define ORDER(order) NAMED(order)
typedef unsigned __int128 Both;
static union {
  Both both;
  uint64_t half[2];
} u;
static int data;
static uint64_t read_half(int i) { return __atomic_load_n(&u.half[i], ORDER(READS)); }
static Both update(uint64_t add_low, uint64_t add_high) {
  Both old = __atomic_load_n(&u.both, __ATOMIC_RELAXED);
  __atomic_compare_exchange_n(&u.both, &old, old + ((Both)add_high << 64) + add_low, 0, ORDER(UPDATES),
                              __ATOMIC_RELAXED);
  return old;
}
static void* worker(void* unused) {
#if defined HALVES || defined AT_ONCE
  update(1, 1);
#elif defined MESSAGE
  data = 1;
  update(1, 1);
#elif defined FORWARDED
  data = 1;
  __atomic_store_n(&u.half[0], 1, __ATOMIC_RELEASE);
#elif defined FOUND
  __atomic_store_n(&u.half[1], 1, __ATOMIC_RELAXED);
  __atomic_store_n(&u.half[0], 1, ORDER(STORES));
#elif defined COUNTED
  Both old = __atomic_load_n(&u.both, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&u.both, &old, old + ((Both)1 << 64) + 1, 0, ORDER(UPDATES), __ATOMIC_RELAXED))
    ;
#endif
  return unused;
}
#ifdef FORWARDED  // a release sequence enters the update by one half and leaves it by the other
static void* relay(void* unused) {
  Both one = 1;
  __atomic_compare_exchange_n(&u.both, &one, ((Both)1 << 64) + 2, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return unused;
}
#endif
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
#if defined HALVES
  uint64_t low = read_half(0), high = read_half(1);
  assert(low != 1 || high == 1);
#elif defined MESSAGE
  if (read_half(1) == 1) assert(data == 1);
#elif defined FORWARDED
  pthread_t between;
  pthread_create(&between, 0, relay, 0);
  if (read_half(1) == 1) assert(data == 1);
  pthread_join(between, 0);
#elif defined FOUND
  Both expected = 1;  // the low half is written last
  assert(!__atomic_compare_exchange_n(&u.both, &expected, 7, 0, ORDER(UPDATES), ORDER(READS)));
#elif defined AT_ONCE
  Both seen = __atomic_load_n(&u.both, ORDER(READS));
  assert((uint64_t)seen == seen >> 64);
#elif defined COUNTED
#ifdef LOST
  __atomic_store_n(&u.half[0], read_half(0) + 1, __ATOMIC_RELAXED);
#else
  __atomic_fetch_add(&u.half[0], 1, ORDER(UPDATES));
#endif
  pthread_join(thread, 0);
  assert(read_half(0) == 2 && read_half(1) == 1);
#endif
}
