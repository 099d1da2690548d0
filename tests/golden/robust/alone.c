// One thread.
// fencepost-text: robust --model tso
int main(void) { return 0; }
