// C11 6.7.6.3p7.
// fencepost: verify -DPASS='three(long_enough)'
// fencepost: verify -DPASS='three(long_enough+1)'
// fencepost: verify -DPASS='three(0)'
// fencepost: verify -DPASS='by_pointer(0)'
// fencepost: verify -DPASS='some(3,long_enough)'
// fencepost: verify -DPASS='some(4,long_enough)'
// fencepost: verify -DPASS='any(0)'
int long_enough[3];
void three(int array[static 3]) {}
void some(int count, int array[static count]) {}
void any(int array[3]) {}
void (*by_pointer)(int*) = three;

int main(void) { PASS; }
