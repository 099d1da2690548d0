// fencepost: verify
// Without its definition we do not know who else changes it.
extern volatile unsigned long jiffies;

int main(void) {
  return jiffies == jiffies;
}
