// A ring in one allocation with its header, as FreeRTOS makes its stream buffers: the head, which is put back where the ring ends, has few
// values, and writes behind it touch no part of the header.
// fencepost: verify --model sc --volatile relaxed
// fencepost: verify --model tso --volatile relaxed
// fencepost: verify --model rc11 --volatile relaxed -DBUG
// fencepost: verify --model sc -DBUG
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define configASSERT(x) assert(x)
#define configMIN(a, b) (((a) < (b)) ? (a) : (b))
typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
#define pdFALSE 0
#define pdTRUE 1
typedef struct StreamBufferDef_t {
  volatile size_t xTail;
  volatile size_t xHead;
  size_t xLength;
  size_t xTriggerLevelBytes;
  volatile void* xTaskWaitingToReceive;
  volatile void* xTaskWaitingToSend;
  uint8_t* pucBuffer;
  uint8_t ucFlags;
} StreamBuffer_t;
typedef StreamBuffer_t* StreamBufferHandle_t;
static void* pvPortMalloc(size_t n) {
  void* p = malloc(n);
  if (!p) exit(0);
  return p;
}
static size_t prvBytesInBuffer(const StreamBuffer_t* const pxStreamBuffer) {
  size_t xCount;
  xCount = pxStreamBuffer->xLength + pxStreamBuffer->xHead;
  xCount -= pxStreamBuffer->xTail;
  if (xCount >= pxStreamBuffer->xLength) xCount -= pxStreamBuffer->xLength;
  return xCount;
}
static size_t xStreamBufferSpacesAvailable(StreamBufferHandle_t xStreamBuffer) {
  const StreamBuffer_t* const pxStreamBuffer = xStreamBuffer;
  size_t xSpace, xOriginalTail;
  do {
    xOriginalTail = pxStreamBuffer->xTail;
    xSpace = pxStreamBuffer->xLength + pxStreamBuffer->xTail;
    xSpace -= pxStreamBuffer->xHead;
  } while (xOriginalTail != pxStreamBuffer->xTail);
  xSpace -= (size_t)1;
  if (xSpace >= pxStreamBuffer->xLength) xSpace -= pxStreamBuffer->xLength;
  return xSpace;
}
static size_t prvWriteBytesToBuffer(StreamBuffer_t* const pxStreamBuffer, const uint8_t* pucData, size_t xCount,
                                    size_t xHead) {
  size_t xFirstLength;
  configASSERT(xCount > (size_t)0);
  xFirstLength = configMIN(pxStreamBuffer->xLength - xHead, xCount);
  configASSERT((xHead + xFirstLength) <= pxStreamBuffer->xLength);
  (void)memcpy((void*)(&(pxStreamBuffer->pucBuffer[xHead])), (const void*)pucData, xFirstLength);
  if (xCount > xFirstLength) {
    configASSERT((xCount - xFirstLength) <= pxStreamBuffer->xLength);
    (void)memcpy((void*)pxStreamBuffer->pucBuffer, (const void*)&(pucData[xFirstLength]), xCount - xFirstLength);
  }
  xHead += xCount;
  if (xHead >= pxStreamBuffer->xLength) xHead -= pxStreamBuffer->xLength;
  return xHead;
}
static size_t prvReadBytesFromBuffer(StreamBuffer_t* pxStreamBuffer, uint8_t* pucData, size_t xCount, size_t xTail) {
  size_t xFirstLength;
  configASSERT(xCount != (size_t)0);
  xFirstLength = configMIN(pxStreamBuffer->xLength - xTail, xCount);
  (void)memcpy((void*)pucData, (const void*)&(pxStreamBuffer->pucBuffer[xTail]), xFirstLength);
  if (xCount > xFirstLength) {
    (void)memcpy((void*)&(pucData[xFirstLength]), (void*)(pxStreamBuffer->pucBuffer), xCount - xFirstLength);
  }
  xTail += xCount;
  if (xTail >= pxStreamBuffer->xLength) xTail -= pxStreamBuffer->xLength;
  return xTail;
}
static size_t send(StreamBufferHandle_t s, const void* d, size_t n) {
  size_t space = xStreamBufferSpacesAvailable(s);
  n = configMIN(n, space);
  if (n) s->xHead = prvWriteBytesToBuffer(s, d, n, s->xHead);
  return n;
}
static size_t receive(StreamBufferHandle_t s, void* d, size_t n) {
  size_t a = prvBytesInBuffer(s);
  size_t c = configMIN(a, n);
  if (c) s->xTail = prvReadBytesFromBuffer(s, d, c, s->xTail);
  return c;
}
static StreamBufferHandle_t create(size_t n) {
  uint8_t* p;
#ifdef BUG
  size_t sz = n;
#else
  n++;
  size_t sz = n;
#endif
  p = (uint8_t*)pvPortMalloc(sz + sizeof(StreamBuffer_t));
  StreamBuffer_t* b = (StreamBuffer_t*)(void*)p;
  memset(b, 0, sizeof *b);
  b->pucBuffer = p + sizeof(StreamBuffer_t);
  b->xLength = n;
  return b;
}
static StreamBufferHandle_t s;
static void* prod(void* u) {
  uint8_t b[3] = {1, 2, 3};
  size_t n = send(s, b, 3);
  assert(n == 3);
  return 0;
}
int main() {
  s = create(3);
  pthread_t t;
  pthread_create(&t, 0, prod, 0);
  uint8_t g[3];
  size_t n = receive(s, g, 3);
  for (size_t i = 0; i < n; i++) assert(g[i] == i + 1);
  pthread_join(t, 0);
}
