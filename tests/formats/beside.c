/* The other access of a race is not the last thing of its thread that others see: that is its end. */
int main(void) {
  int x = 0;
  int y;
  {-{ {
        y = x;
      }
  ||| {
        x = 3;
      }
  }-}
  return 0;
}
