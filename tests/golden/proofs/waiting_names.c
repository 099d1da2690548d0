// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model tso --property unreach-call
// Two statics of one name, for one of which two stores wait: values that wait are told apart by variables, not by names.
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void){__builtin_trap();}
atomic_int go; 
atomic_int *px(void){ static atomic_int x; return &x; }
atomic_int *py(void){ static atomic_int x; return &x; }
extern int __VERIFIER_nondet_int(void);
int r;
void*t(void*a){ 
  int n=__VERIFIER_nondet_int(); if(n!=5&&n!=6) return 0;
  int k=__VERIFIER_nondet_int();
  int l=__VERIFIER_nondet_int(); if(l!=17&&l!=18) return 0;
  atomic_store_explicit(px(),n,memory_order_relaxed);
  atomic_store_explicit(px(),k,memory_order_relaxed);
  atomic_store_explicit(py(),l,memory_order_relaxed);
  if(n==1234567) return 0;
  r=atomic_load_explicit(&go,memory_order_relaxed);
  return 0;}
int main(void){ pthread_t h; pthread_create(&h,0,t,0);
 atomic_store_explicit(&go,1,memory_order_relaxed);
 int a=atomic_load_explicit(px(),memory_order_relaxed);
 int b=atomic_load_explicit(py(),memory_order_relaxed);
 if(a==7654321 && b!=0) reach_error();
 return 0;}
