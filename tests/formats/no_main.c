/* The only function of a program is where it begins. */
int next(int of) { return of + 1; }
