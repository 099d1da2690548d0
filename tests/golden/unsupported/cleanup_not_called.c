// fencepost: verify
void leave(int *p) { *p = 0; }
void f(void) { int y __attribute__((cleanup(leave))) = 5; }
int main(void) { return 0; }
