// A constructor that is declared in a header and defined nowhere here is nobody's.
// fencepost: verify
__attribute__((constructor)) void set_up(void);
int main(void) { return 0; }
