// fencepost: verify --model rc11 --engine cegar --property no-data-race
// fencepost: verify --model rc11 --property no-data-race
// A race under a weak model is for the bounded engine to show.
#include <pthread.h>
#include <stdatomic.h>
atomic_int g; int p,k;
void*t0(void*x){ int l=p; return 0;}
void*t1(void*x){ k=1; atomic_store_explicit(&g,1,memory_order_release); return 0;}
int main(void){pthread_t h[4];

 pthread_create(&h[0],0,t0,0);
 pthread_create(&h[1],0,t1,0);
 p=2; atomic_store_explicit(&g,2,memory_order_release);
 return 0;}
