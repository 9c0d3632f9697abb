// Survives traps in code under test. See the header.
#define _GNU_SOURCE
#include "TrapHandling.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
// Its list of calls has room for 65,536 of them, and what follows it must not be overwritten by a stack overflow.
#define CALLS_ARE_LIMITED 1
#endif
#endif

enum {
#ifdef CALLS_ARE_LIMITED
    stack_size = 1 << 20,
#else
    stack_size = 8 << 20,
#endif
    // Sanitizers need more than the minimum.
    signal_stack_size = 64 << 10,
};

/// Work on a thread. It is on the heap, since it stays with a parked thread.
struct job {
    void (*work)(void *);
    void *context;
    sem_t ended;
    pthread_t thread;
    uintptr_t stack_begin;
    atomic_ulong steps;
    /// Why the handler is to park a thread that has not trapped.
    _Atomic(enum trap_end) stop;
    struct trap_report report;
};

static _Thread_local struct job *volatile current;
/// The job whose frames are being noted.
static _Thread_local struct job *volatile walked;
static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction former[signal_count];
/// Signals of our own that have not arrived.
static atomic_int stops;

struct walk {
    struct trap_report *report;
    uintptr_t counter;
};

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *argument) {
    struct walk *walk = argument;
    struct trap_report *report = walk->report;
    int is_before = 0;
    uintptr_t address = _Unwind_GetIPInfo(context, &is_before);
    // The first frames are those of the handler. Of an instruction that was not completed, the next address is noted, as of a call.
    if (report->frame_count == 0 && address != walk->counter) { return _URC_NO_REASON; }
    report->frames[report->frame_count++] = is_before ? address + 1 : address;
    return report->frame_count < trap_frame_limit ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/// Walks along the unwind tables, since the runtime of Swift has no frame pointers.
static void note_frames(struct job *job, const ucontext_t *context) {
#if defined(__x86_64__)
    uintptr_t counter = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
    uintptr_t counter = context->uc_mcontext.pc;
#endif
    struct walk walk = {&job->report, counter};
    _Unwind_Backtrace(note_frame, &walk);
    // Nothing is known of code at an address that does not exist.
    if (job->report.frame_count == 0) { job->report.frames[job->report.frame_count++] = counter + 1; }
}

static _Unwind_Reason_Code stop_walk(struct _Unwind_Context *context, void *argument) {
    (void)context, (void)argument;
    return _URC_END_OF_STACK;
}

static void park(void) {
    int word = 0;
    for (;;) { syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0); }
}

/// Where errors went before the redirection, and the file in memory where they go now; -1 without one.
static atomic_int outlet = -1, captured = -1;

int trap_capture_errors(void) {
    int file = memfd_create("errors", MFD_CLOEXEC);
    if (file < 0) { return -1; }
    // Each writer appends, wherever others are.
    fcntl(file, F_SETFL, O_APPEND);
    int former_errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (former_errors < 0 || dup2(file, STDERR_FILENO) < 0) {
        if (former_errors >= 0) { close(former_errors); }
        close(file);
        return -1;
    }
    atomic_store(&outlet, former_errors);
    atomic_store(&captured, file);
    return file;
}

/// Copies a part of the file to where errors went before.
static void pass_errors(int file, int former_errors, off_t begin, off_t end) {
    char bytes[1024];
    while (begin < end) {
        size_t most = end - begin < (off_t)sizeof bytes ? (size_t)(end - begin) : sizeof bytes;
        ssize_t count = pread(file, bytes, most, begin);
        if (count <= 0) { return; }
        for (ssize_t written = 0, more; written < count; written += more) {
            more = write(former_errors, bytes + written, (size_t)(count - written));
            if (more <= 0) { return; }
        }
        begin += count;
    }
}

size_t trap_take_errors(int file, long begin, char *bytes, size_t capacity) {
    off_t end = lseek(file, 0, SEEK_END);
    if (end < 0) { return 0; }
    pass_errors(file, atomic_load(&outlet), 0, begin < end ? begin : end);
    ssize_t count = pread(file, bytes, capacity, begin);
    if (ftruncate(file, 0) != 0) { return 0; }
    return count > 0 ? (size_t)count : 0;
}

/// Lets errors go where they went before, and writes there what was not taken. A signal handler may call it.
static void release_errors(void) {
    int file = atomic_exchange(&captured, -1), former_errors = atomic_exchange(&outlet, -1);
    if (file < 0) { return; }
    dup2(former_errors, STDERR_FILENO);
    close(former_errors);
    pass_errors(file, STDERR_FILENO, 0, lseek(file, 0, SEEK_END));
    close(file);
}

void trap_release_errors(int file) {
    if (file >= 0) { release_errors(); }
}

/// Leaves a signal to whoever handled it before, which mostly ends the process.
static void pass_on(int signal, const siginfo_t *info) {
    release_errors();
    for (int index = 0; index < signal_count; index++) {
        if (signals[index] == signal) { sigaction(signal, &former[index], NULL); }
    }
    // A signal of the processor comes again, when its instruction runs again; any other has to be sent.
    if (info->si_code <= 0) { syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), signal); }
}

static void end_parked(struct job *job) {
    sem_post(&job->ended);
    park();
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    struct job *job = current;
    if (walked != NULL) {
        // The stack cannot be read any further: the frames up to there have to do.
        job = walked;
        walked = NULL;
        return end_parked(job);
    }
    if (signal == SIGTRAP && info->si_code <= 0 && atomic_load(&stops) > 0) {
        atomic_fetch_sub(&stops, 1);
        // The work has ended in the meantime.
        if (job == NULL) { return; }
    }
    if (job == NULL) { return pass_on(signal, info); }
    // If the handler itself fails, the process ends as it would without it.
    current = NULL;
    enum trap_end stop = atomic_load(&job->stop);
    job->report.end = stop == trap_end_returned ? trap_end_trapped : stop;
    job->report.signal = signal;
    uintptr_t address = (uintptr_t)info->si_addr, page = 64 << 10;
    job->report.is_stack_overflow = signal == SIGSEGV && address + page > job->stack_begin && address < job->stack_begin + page;
    walked = job;
    note_frames(job, context);
    walked = NULL;
    end_parked(job);
}

static void install(void) {
    // The first walk loads what a handler cannot load.
    _Unwind_Backtrace(stop_walk, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < signal_count; index++) { sigaction(signals[index], &action, &former[index]); }
}

static void find_stack(struct job *job) {
    pthread_attr_t attributes;
    void *begin = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) { return; }
    pthread_attr_getstack(&attributes, &begin, &size);
    pthread_attr_destroy(&attributes);
    job->stack_begin = (uintptr_t)begin;
}

static void *start(void *argument) {
    struct job *job = argument;
    void *memory = mmap(NULL, signal_stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = {.ss_sp = memory, .ss_size = signal_stack_size}, before;
    bool has_stack = memory != MAP_FAILED && sigaltstack(&stack, &before) == 0;
    find_stack(job);
    current = job;
    job->work(job->context);
    current = NULL;
    if (has_stack) { sigaltstack(&before, NULL); }
    if (memory != MAP_FAILED) { munmap(memory, signal_stack_size); }
    sem_post(&job->ended);
    return NULL;
}

static double seconds(clockid_t clock) {
    struct timespec time;
    if (clock_gettime(clock, &time) != 0) { return 0; }
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// Waits for a tenth of a second at most, and returns whether the work has ended.
static bool has_ended(struct job *job) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec += 1;
        until.tv_nsec -= 1000000000;
    }
    while (sem_timedwait(&job->ended, &until) != 0) {
        if (errno != EINTR) { return false; }
    }
    return true;
}

/// Parks the thread where it is; false if it does not react.
static bool stop(struct job *job, enum trap_end reason) {
    atomic_store(&job->stop, reason);
    atomic_fetch_add(&stops, 1);
    if (pthread_kill(job->thread, SIGTRAP) != 0) {
        atomic_fetch_sub(&stops, 1);
        return false;
    }
    for (int tries = 0; tries < 20; tries++) {
        if (has_ended(job)) { return true; }
    }
    return false;
}

/// Waits for the end, and returns false if the thread neither ends nor can be parked.
static bool watch(struct job *job, double blocked_after, double endless_after) {
    clockid_t clock;
    bool has_clock = pthread_getcpuclockid(job->thread, &clock) == 0;
    // When the step began, or was last seen to work, and how much processor time had been used then; and when it began.
    double since = seconds(CLOCK_MONOTONIC), used = has_clock ? seconds(clock) : 0, used_before = used;
    unsigned long steps = atomic_load(&job->steps);
    double polled = since;
    while (!has_ended(job)) {
        unsigned long steps_now = atomic_load(&job->steps);
        double now = seconds(CLOCK_MONOTONIC), used_now = has_clock ? seconds(clock) : 0;
        // After a longer time the whole process was stopped, by a debugger for instance.
        bool was_stopped = now - polled > 0.5;
        polled = now;
        if (steps_now != steps || !has_clock || was_stopped) {
            steps = steps_now;
            since = now;
            used = used_before = used_now;
        } else if (used_now - used_before >= endless_after) {
            return stop(job, trap_end_endless);
        } else if (used_now - used >= 0.001) {
            since = now;
            used = used_now;
        } else if (now - since >= blocked_after) {
            return stop(job, trap_end_blocked);
        }
    }
    return true;
}

void trap_run(void (*work)(void *), void *context, double blocked_after, double endless_after, struct trap_report *report) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    memset(report, 0, sizeof *report);
    report->end = trap_end_no_thread;
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL) { return; }
    job->work = work;
    job->context = context;
    sem_init(&job->ended, 0, 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    bool has_thread = pthread_create(&job->thread, &attributes, start, job) == 0;
    pthread_attr_destroy(&attributes);
    if (!has_thread) {
        sem_destroy(&job->ended);
        free(job);
        return;
    }
    bool has_end = watch(job, blocked_after, endless_after);
    *report = job->report;
    if (has_end && report->end == trap_end_returned) {
        pthread_join(job->thread, NULL);
        sem_destroy(&job->ended);
        free(job);
        return;
    }
    // The job stays with its thread.
    if (!has_end) { report->end = atomic_load(&job->stop); }
    pthread_detach(job->thread);
}

void trap_step(void) {
    struct job *job = current;
    if (job == NULL) { return; }
    atomic_fetch_add_explicit(&job->steps, 1, memory_order_relaxed);
    int file = atomic_load(&captured);
    job->report.errors_begin = file >= 0 ? lseek(file, 0, SEEK_END) : 0;
}

#else

#include <string.h>

void trap_run(void (*work)(void *), void *context, double blocked_after, double endless_after, struct trap_report *report) {
    memset(report, 0, sizeof *report);
    work(context);
}

void trap_step(void) {}

int trap_capture_errors(void) { return -1; }

void trap_release_errors(int file) {}

size_t trap_take_errors(int file, long begin, char *bytes, size_t capacity) { return 0; }

#endif
