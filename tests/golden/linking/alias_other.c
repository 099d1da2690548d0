extern int count, strong_f(int);
int from_other(void) { return count = strong_f(count); }
int weak_count = 9;
void replaced(void) { ++count; }
int by_other(void) { return 2; }
