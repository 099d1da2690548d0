// fencepost: show --stage core
int main(void) {
  int x = 0;
  while (x == 0) {
    {-{ { x = 1; break; } ||| { return 1; } }-}
  }
}
