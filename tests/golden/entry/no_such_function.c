// fencepost: verify --entry nowhere
int main(void) { return 0; }
