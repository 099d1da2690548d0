// Bodies for stubbed.c; its own definition of `own` comes first.
int device_ready(void) { return 1; }
int device_read(int *to) {
  *to = 3;
  return 1;
}
int own(void) { return 2; }
