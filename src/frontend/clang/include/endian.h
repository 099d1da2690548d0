#ifndef FENCEPOST_ENDIAN_H
#define FENCEPOST_ENDIAN_H

#include <byteswap.h>
#include <stdint.h>

#define LITTLE_ENDIAN 1234
#define BIG_ENDIAN 4321
#define PDP_ENDIAN 3412
#define __LITTLE_ENDIAN LITTLE_ENDIAN
#define __BIG_ENDIAN BIG_ENDIAN
#define __PDP_ENDIAN PDP_ENDIAN
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTE_ORDER BIG_ENDIAN
#define __FENCEPOST_LITTLE(bits, value) __builtin_bswap##bits(value)
#define __FENCEPOST_BIG(bits, value) ((uint##bits##_t)(value))
#else
#define BYTE_ORDER LITTLE_ENDIAN
#define __FENCEPOST_LITTLE(bits, value) ((uint##bits##_t)(value))
#define __FENCEPOST_BIG(bits, value) __builtin_bswap##bits(value)
#endif
#define __BYTE_ORDER BYTE_ORDER
#define htobe16(value) __FENCEPOST_BIG(16, value)
#define htole16(value) __FENCEPOST_LITTLE(16, value)
#define be16toh(value) __FENCEPOST_BIG(16, value)
#define le16toh(value) __FENCEPOST_LITTLE(16, value)
#define htobe32(value) __FENCEPOST_BIG(32, value)
#define htole32(value) __FENCEPOST_LITTLE(32, value)
#define be32toh(value) __FENCEPOST_BIG(32, value)
#define le32toh(value) __FENCEPOST_LITTLE(32, value)
#define htobe64(value) __FENCEPOST_BIG(64, value)
#define htole64(value) __FENCEPOST_LITTLE(64, value)
#define be64toh(value) __FENCEPOST_BIG(64, value)
#define le64toh(value) __FENCEPOST_LITTLE(64, value)

#endif
