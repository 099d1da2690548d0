// C11 7.22.3p1: a null pointer, or one that is not to be used.
// fencepost: verify -DCALL='malloc(0)' -DSAY='assert(p)'
// fencepost: verify -DCALL='malloc(0)' -DSAY='assert(!p)'
// fencepost: verify -DCALL='calloc(0,4)' -DSAY='assert(p)'
// fencepost: verify -DCALL='malloc(0)' -DSAY='if(p)*p=1'
// fencepost: verify -DCALL='malloc(0)' -DSAY='if(p)assert(p!=old)'
// fencepost: verify -DCALL='malloc(nondet()%3)' -DSAY='assert(p)'
// fencepost: verify -DCALL='malloc(1+nondet()%3)' -DSAY='assert(p)'
// fencepost: verify -DCALL='realloc(old,0)' -DSAY='old=0'
// fencepost: verify -DCALL='realloc(old,0)' -DSAY='if(p)old=0'
// fencepost: verify -DCALL='realloc(old,0)' -DSAY='old=0' --property valid-memcleanup
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
#define nondet __VERIFIER_nondet_uint

int main(void) {
  char* old = malloc(4);
  char* p = CALL;
  SAY;
  free(p);
  free(old);
}
