// Each call by itself: C11 7.21.6.1p9.
// fencepost: verify -DCALL='printf("%d",1.0)'
// fencepost: verify -DCALL='printf("%s",number)'
// fencepost: verify -DCALL='printf("%ld",number)'
// fencepost: verify -DCALL='printf("%d",2L)'
// fencepost: verify -DCALL='printf("%f",number)'
// fencepost: verify -DCALL='printf("%Lf",1.0)'
// fencepost: verify -DCALL='printf("%*d",1L,2)'
// fencepost: verify -DCALL='printf("%d%d",number)'
// fencepost: verify -DCALL='printf("%y",number)'
// fencepost: verify -DCALL='printf("%")'
// fencepost: verify -DCALL='printf("%p",number)'
// fencepost: verify -DCALL='printf("%n",2)'
// fencepost: verify -DCALL='(printf("%n",&number),number!=1?printf("%s",number):0)'
// fencepost: verify -DCALL='printf(text)'
// fencepost: verify -DCALL='scanf("%ld",&number)'
// fencepost: verify -DCALL='scanf("%d",number)'
// fencepost: verify -DCALL='scanf("%d",&number)'
#include <stdio.h>

char text[] = "text";

int main(void) {
  int number = 1;
  CALL;
  return 0;
}
