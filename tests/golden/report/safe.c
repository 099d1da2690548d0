// fencepost-text: verify
int main(void) { return 0; }
