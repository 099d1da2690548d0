#ifndef FENCEPOST_SIGNAL_H
#define FENCEPOST_SIGNAL_H

#include <fencepost_types.h>

typedef int sig_atomic_t;
typedef void (*__fencepost_handler)(int);
typedef __fencepost_handler sighandler_t;
typedef struct {
  unsigned long __bits[16];
} sigset_t;

struct sigaction {
  __fencepost_handler sa_handler;
  sigset_t sa_mask;
  int sa_flags;
};

#define SIG_DFL ((__fencepost_handler)0)
#define SIG_IGN ((__fencepost_handler)1)
#define SIG_ERR ((__fencepost_handler) - 1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGURG 23
#define SIGRTMIN 34
#define SIGRTMAX 64
#define NSIG 65
#define SA_RESTART 0x10000000
#define SA_SIGINFO 4
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

extern __fencepost_handler signal(int __number, __fencepost_handler __handler);
extern int raise(int __number);
extern int kill(pid_t __process, int __number);
extern int sigaction(int __number, const struct sigaction* __restrict __action, struct sigaction* __restrict __old);
extern int sigemptyset(sigset_t* __set);
extern int sigfillset(sigset_t* __set);
extern int sigaddset(sigset_t* __set, int __number);
extern int sigdelset(sigset_t* __set, int __number);
extern int sigismember(const sigset_t* __set, int __number);
extern int sigprocmask(int __how, const sigset_t* __restrict __set, sigset_t* __restrict __old);

extern int pthread_sigmask(int __how, const sigset_t* __set, sigset_t* __old);
extern int pthread_kill(unsigned long __id, int __number);
extern int sigsuspend(const sigset_t* __set);
extern int sigwait(const sigset_t* __restrict __set, int* __restrict __number);

#endif
