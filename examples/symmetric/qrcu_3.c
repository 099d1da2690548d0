// 22/QRCU-3: two readers and an updater (qrcu.h).
#include "qrcu.h"

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, updater, 0);
}
