/* What is wrong here is wrong before the first statement. */
int f(int);
static int f(int);
int main(void) { return 0; }
