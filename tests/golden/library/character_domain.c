// C11 7.4p1: an unsigned char or EOF.
// fencepost: verify -DCALL='isalpha(-5)'
// fencepost: verify -DCALL='isalpha(256)'
// fencepost: verify -DCALL='toupper(text[0])'
// fencepost: verify -DCALL='toupper(text[0])' --char unsigned
// fencepost: verify -DCALL='toupper((unsigned_char)text[0])'
// fencepost: verify -DCALL='isspace(EOF)'
// fencepost: verify -DCALL='isascii(-5)'
#include <ctype.h>
#include <stdio.h>

typedef unsigned char unsigned_char;
char text[] = "\xe4";

int main(void) { return CALL != 0; }
