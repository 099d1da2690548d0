// Many ways through memory, few decisions: runs at random find it long before a formula does.
// fencepost: verify --model sc
// statistic: sampling.steps > 0
// fencepost: verify --model tso
// statistic: sampling.steps > 0
#include <assert.h>
#include <pthread.h>

enum { kSize = 64, kRounds = 40 };
int table[kSize];
int sum;

void *work(void *unused) {
  int at = 1;
  for (int i = 0; i < kRounds; i++) {
    at = (table[at] * 7 + at * 5 + 3) % kSize;
    table[at]++;
    sum++;
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(sum == 2 * kRounds);
}
