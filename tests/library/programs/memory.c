// Allocation and bulk memory, with sizes and values that a seed determines.
#include <alloca.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static uint32_t state = SEED;
static unsigned next(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static void show(const char *what, const unsigned char *bytes, size_t count) {
  printf("%s", what);
  for (size_t i = 0; i < count; ++i) printf(" %02x", bytes[i]);
  printf("\n");
}

static void fill(unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) bytes[i] = (unsigned char)next(256);
}

int main(void) {
  unsigned char block[24], other[24];
  fill(block, sizeof block);
  fill(other, sizeof other);
  for (int round = 0; round < 25; ++round) {
    unsigned n = next(9), from = next(12), to = next(12);
    switch (next(8)) {
      case 0:
        if (memcpy(block + to, other + from, n) != block + to) return 1;
        show("memcpy", block, sizeof block);
        break;
      case 1:
        if (memmove(block + to, block + from, n) != block + to) return 1;
        show("memmove", block, sizeof block);
        break;
      case 2:
        if (memset(block + to, (int)next(1000) - 500, n) != block + to) return 1;
        show("memset", block, sizeof block);
        break;
      case 3: {
        unsigned char *made = malloc(n + 1);
        fill(made, n + 1);
        made = realloc(made, n + 1 + from);
        show("grown", made, n + 1);
        made = realloc(made, 1 + n / 2);
        show("shrunk", made, 1 + n / 2);
        free(made);
        break;
      }
      case 4: {
        unsigned char *made = calloc(n + 1, to + 1);
        show("calloc", made, (n + 1) * (to + 1));
        free(made);
        break;
      }
      case 5: {
        size_t alignment = (size_t)1 << next(8);
        if (alignment < sizeof(void *)) alignment = sizeof(void *);
        void *made = aligned_alloc(alignment, alignment * (n + 1)), *old = memalign(alignment, n + 1);
        printf("aligned %d %d\n", (uintptr_t)made % alignment == 0, (uintptr_t)old % alignment == 0);
        free(made);
        free(old);
        break;
      }
      case 6: {
        unsigned char *made = alloca(n + 1);
        fill(made, n + 1);
        bzero(made, n / 2);
        show("alloca", made, n + 1);
        break;
      }
      default: {
        size_t many = SIZE_MAX / 2 + to;
        volatile size_t two = 2;
        printf("too much %d\n", calloc(many + 1, two) == NULL);
        free(NULL);
        unsigned char *made = realloc(NULL, n + 1);
        fill(made, n + 1);
        show("realloc", made, n + 1);
        free(made);
      }
    }
  }
  struct {
    char first;
    long second;
  } record;
  printf("%zu %zu\n", offsetof(__typeof__(record), second), sizeof record);
  return 0;
}
