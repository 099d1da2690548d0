#ifndef FENCEPOST_FEATURES_H
#define FENCEPOST_FEATURES_H

/* Which functions a C library declares is not asked here: ours declares all. */
#define __GLIBC_PREREQ(major, minor) 0
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))

#endif
