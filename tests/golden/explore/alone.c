// Without threads there is one execution, whatever the data.
// fencepost-text: explore
int main(void) { return 3; }
