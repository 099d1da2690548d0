// fencepost: verify
struct device;
extern struct device fallback;

static int first_byte(const void *p) {
  const unsigned char *bytes = p;
  return bytes[0];
}

int main(void) {
  return first_byte(&fallback);
}
