// x++ and x += e are one evaluation towards calls (C11 6.5.2.4p2, 6.5.16.2p3), towards other side effects they are not.
// fencepost: verify -DDO='r=x++ +f()' -DTEST='x==11&&(r==0||r==10)'
// fencepost: verify -DDO='r=(x+=1)+f()' -DTEST='x==11'
// fencepost: verify -DDO='a[tail++]=1' -DTEST='tail==1&&a[0]==1'
// fencepost: verify -DDO='a[tail++]=1' -DTEST='tail==1&&a[0]==1' -DREAD='if(a[0])assert(tail)' --model sc
// fencepost: verify -DDO='pthread_mutex_lock(&m);a[tail++]=1;pthread_mutex_unlock(&m)' -DTEST='tail==2&&a[0]+a[1]==3' -DREAD='pthread_mutex_lock(&m);a[tail++]=2;pthread_mutex_unlock(&m)'
// fencepost: verify -DDO='pthread_mutex_lock(&m);a[tail++]=1;pthread_mutex_unlock(&m)' -DTEST='tail==2&&a[0]+a[1]==3' -DREAD='pthread_mutex_lock(&m);a[tail++]=2;pthread_mutex_unlock(&m)' --model tso
#include <assert.h>
#include <pthread.h>

#ifndef READ
#define READ
#endif
int x, r, a[2], tail;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int f(void) {
  x += 10;
  return 0;
}

void *other(void *unused) {
  READ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  DO;
  pthread_join(thread, 0);
  assert(TEST);
}
