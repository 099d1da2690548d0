int which(void) { return 2; }
int own(void) { return 2; }
int replaced(void) { return 2; }
int object = 2;
