// The second use of an object comes after its life has ended, the first before: a check elsewhere than at the target is still about lives.
#include <pthread.h>
#include <stdatomic.h>

int common;
int* _Atomic place = &common;

void* lend(void* unused) {
  int own = 0;
  atomic_store(&place, &own);
  return unused;
}

void* use(void* unused) {
  int* now = atomic_load(&place);
  *now = 1;
  now = atomic_load(&place);
  *now = 2;
  return unused;
}

int main(void) {
  pthread_t lender, user;
  pthread_create(&lender, 0, lend, 0);
  pthread_create(&user, 0, use, 0);
  pthread_join(user, 0);
  pthread_join(lender, 0);
  return 0;
}
