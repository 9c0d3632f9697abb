// Lets the process survive traps in code under test. See the header.
#define _GNU_SOURCE
#include "StateMachineTrapHandling.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/uio.h>
#elif defined(__APPLE__)
#include <mach/mach.h>
#endif

bool state_machine_trap_is_in_image(uintptr_t address) {
    Dl_info info;
    return dladdr((const void *)address, &info) != 0;
}

bool state_machine_trap_read(uintptr_t address, uintptr_t *word) {
#if defined(__linux__)
    struct iovec to = {word, sizeof *word}, from = {(void *)address, sizeof *word};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof *word;
#elif defined(__APPLE__)
    vm_size_t size = 0;
    kern_return_t result = vm_read_overwrite(mach_task_self(), address, sizeof *word, (vm_address_t)word, &size);
    return result == KERN_SUCCESS && size == sizeof *word;
#else
    (void)address, (void)word;
    return false;
#endif
}

// Functions of the Swift runtime.
extern void *swift_allocObject(const void *type, size_t size, size_t alignment_mask);
extern void *swift_weakInit(void *word, void *object);

void *state_machine_object_allocate(const void *type, size_t size) {
    void *object = swift_allocObject(type, size, 15);
    size_t header = 2 * sizeof(void *);
    memset((char *)object + header, 0, size - header);
    return object;
}

void state_machine_object_refer_weakly(void *word, void *object) { swift_weakInit(word, object); }

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <link.h>
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
// The thread sanitizer's list of calls has room for 65,536 entries. A stack overflow must not write past the end of this list.
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
    message_limit = 64 << 10,
};

/// Work on a thread, stored on the heap because a parked thread keeps it.
struct job {
    void (*work)(void *);
    void *context;
    sem_t ended;
    pthread_t thread;
    /// The number of the thread in the operating system.
    atomic_int number;
    uintptr_t stack_begin;
    atomic_ulong steps;
    /// The reason why the handler should park a thread that has not trapped.
    _Atomic(enum trap_end) stop;
    struct trap_report report;
    char message[message_limit];
};

static _Thread_local struct job *volatile current;
/// The job whose frames are being recorded.
static _Thread_local struct job *volatile walked;
static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction former[signal_count];
/// The number of signals sent by this file that have not arrived yet.
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
    // The first frames belong to the handler. For an unfinished instruction, the next address is recorded, as for a call.
    if (report->frame_count == 0 && address != walk->counter) { return _URC_NO_REASON; }
    report->frames[report->frame_count++] = is_before ? address + 1 : address;
    return report->frame_count < trap_frame_limit ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/// Walks the stack with the unwind tables, because the Swift runtime is compiled without frame pointers.
static void note_frames(struct job *job, const ucontext_t *context) {
#if defined(__x86_64__)
    uintptr_t counter = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
    uintptr_t counter = context->uc_mcontext.pc;
#endif
    struct walk walk = {&job->report, counter};
    _Unwind_Backtrace(note_frame, &walk);
    // The walk finds no frame if the instruction pointer is invalid.
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

#ifdef __GLIBC__

/// The stream that replaces `stderr` while work runs. It is never closed, because other code may still use it.
static FILE *reader;
static FILE *former_errors;
/// The number of calls of `state_machine_trap_run` in progress.
static int readers;
static pthread_mutex_t reader_lock = PTHREAD_MUTEX_INITIALIZER;

static void write_errors(const char *bytes, size_t count) {
    for (ssize_t written; count > 0; bytes += written, count -= (size_t)written) {
        written = write(STDERR_FILENO, bytes, count);
        if (written <= 0) { return; }
    }
}

/// Prints the stored output of a step.
static void show_message(struct job *job) {
    write_errors(job->message, job->report.message_length);
    job->report.message_length = 0;
}

/// Runs on the thread that writes, so the output of other threads is not mistaken for the message of the work.
static ssize_t take_message(void *cookie, const char *bytes, size_t count) {
    (void)cookie;
    struct job *job = current;
    if (job != NULL && count > message_limit - job->report.message_length) { show_message(job); }
    if (job == NULL || count > message_limit) {
        write_errors(bytes, count);
    } else {
        memcpy(job->message + job->report.message_length, bytes, count);
        job->report.message_length += count;
    }
    return (ssize_t)count;
}

static void begin_reading(void) {
    pthread_mutex_lock(&reader_lock);
    if (reader == NULL) {
        cookie_io_functions_t functions = {.write = take_message};
        reader = fopencookie(NULL, "w", functions);
        if (reader != NULL) { setvbuf(reader, NULL, _IONBF, 0); }
    }
    if (readers++ == 0 && reader != NULL) {
        former_errors = stderr;
        stderr = reader;
    }
    pthread_mutex_unlock(&reader_lock);
}

static void end_reading(void) {
    pthread_mutex_lock(&reader_lock);
    // Other code may have replaced the stream in the meantime.
    if (--readers == 0 && stderr == reader) { stderr = former_errors; }
    pthread_mutex_unlock(&reader_lock);
}

#else

static void show_message(struct job *job) { (void)job; }
static void begin_reading(void) {}
static void end_reading(void) {}

#endif

/// Passes a signal to its previous handler, which usually ends the process.
static void pass_on(int signal, const siginfo_t *info) {
    for (int index = 0; index < signal_count; index++) {
        if (signals[index] == signal) { sigaction(signal, &former[index], NULL); }
    }
    // A signal from the processor occurs again when its instruction runs again. Any other signal has to be sent again.
    if (info->si_code <= 0) { syscall(SYS_tgkill, getpid(), (int)syscall(SYS_gettid), signal); }
}

static void end_parked(struct job *job) {
    sem_post(&job->ended);
    park();
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    struct job *job = current;
    if (walked != NULL) {
        // The rest of the stack cannot be read, so the report contains only the frames up to here.
        job = walked;
        walked = NULL;
        return end_parked(job);
    }
    if (signal == SIGTRAP && info->si_code <= 0 && atomic_load(&stops) > 0) {
        atomic_fetch_sub(&stops, 1);
        // The work ended before the signal arrived.
        if (job == NULL) { return; }
    }
    if (job == NULL) { return pass_on(signal, info); }
    // If the handler itself fails, the process ends, as it would without the handler.
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
    // The first walk loads libraries, which a handler must not do.
    _Unwind_Backtrace(stop_walk, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < signal_count; index++) { sigaction(signals[index], &action, &former[index]); }
}

/// Lets the signals arrive on this thread, which inherits the signal mask of its creator.
///
/// The threads of a dispatch queue block `SIGABRT`, and `abort` unblocks it only up to glibc 2.40.
static void unblock_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < signal_count; index++) { sigaddset(&set, signals[index]); }
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
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
    unblock_signals();
    atomic_store(&job->number, (int)syscall(SYS_gettid));
    current = job;
    job->work(job->context);
    show_message(job);
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

/// Waits for at most a tenth of a second and returns whether the work has ended.
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

/// Parks the thread at its current position; returns false if the thread does not react.
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

/// Returns whether the thread is ready to run and only waits for a processor, which can take seconds on a busy machine.
static bool is_runnable(struct job *job) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", atomic_load(&job->number));
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) { return false; }
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) { return false; }
    text[count] = 0;
    // The state follows the name in parentheses: R is running, and D is waiting for a disk.
    const char *end = strrchr(text, ')');
    return end != NULL && end[1] == ' ' && (end[2] == 'R' || end[2] == 'D');
}

/// Waits for the end of the work; returns false if the thread neither ends nor can be parked.
static bool watch(struct job *job, double blocked_after, double endless_after) {
    clockid_t clock;
    bool has_clock = pthread_getcpuclockid(job->thread, &clock) == 0;
    // The time of the last progress, the processor time used up to then, and the processor time used up to the beginning of the step.
    double since = seconds(CLOCK_MONOTONIC), used = has_clock ? seconds(clock) : 0, used_before = used;
    unsigned long steps = atomic_load(&job->steps);
    double polled = since;
    while (!has_ended(job)) {
        unsigned long steps_now = atomic_load(&job->steps);
        double now = seconds(CLOCK_MONOTONIC), used_now = has_clock ? seconds(clock) : 0;
        // A longer pause means that the process itself was stopped, for example by a debugger.
        bool was_stopped = now - polled > 0.5;
        polled = now;
        if (steps_now != steps || !has_clock || was_stopped) {
            steps = steps_now;
            since = now;
            used = used_before = used_now;
        } else if (used_now - used_before >= endless_after) {
            return stop(job, trap_end_endless);
        } else if (used_now - used >= 0.001 || is_runnable(job)) {
            since = now;
            used = used_now;
        } else if (now - since >= blocked_after) {
            return stop(job, trap_end_blocked);
        }
    }
    return true;
}

void state_machine_trap_run(void (*work)(void *), void *context, double blocked_after, double endless_after, struct trap_report *report) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    memset(report, 0, sizeof *report);
    report->end = trap_end_no_thread;
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL) { return; }
    job->work = work;
    job->context = context;
    job->report.message = job->message;
    sem_init(&job->ended, 0, 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    begin_reading();
    bool has_thread = pthread_create(&job->thread, &attributes, start, job) == 0;
    pthread_attr_destroy(&attributes);
    if (!has_thread) {
        end_reading();
        sem_destroy(&job->ended);
        free(job);
        return;
    }
    bool has_end = watch(job, blocked_after, endless_after);
    end_reading();
    *report = job->report;
    if (has_end && report->end == trap_end_returned) {
        report->message = NULL;
        pthread_join(job->thread, NULL);
        sem_destroy(&job->ended);
        free(job);
        return;
    }
    // The parked thread keeps the job.
    if (!has_end) { report->end = atomic_load(&job->stop); }
    pthread_detach(job->thread);
}

void state_machine_trap_step(void) {
    struct job *job = current;
    if (job == NULL) { return; }
    atomic_fetch_add_explicit(&job->steps, 1, memory_order_relaxed);
    show_message(job);
}

struct image_walk {
    void (*body)(void *, const char *, uintptr_t, uintptr_t);
    void *context;
};

static int note_image(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct image_walk *walk = argument;
    uintptr_t begin = UINTPTR_MAX, code_end = 0;
    for (int index = 0; index < image->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &image->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD) { continue; }
        uintptr_t start = image->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (start < begin) { begin = start; }
        if ((segment->p_flags & PF_X) != 0 && end > code_end) { code_end = end; }
    }
    if (begin < code_end) { walk->body(walk->context, image->dlpi_name, begin, code_end); }
    return 0;
}

void state_machine_trap_each_image(void (*body)(void *, const char *, uintptr_t, uintptr_t), void *context) {
    struct image_walk walk = {body, context};
    dl_iterate_phdr(note_image, &walk);
}

#else

void state_machine_trap_run(void (*work)(void *), void *context, double blocked_after, double endless_after, struct trap_report *report) {
    memset(report, 0, sizeof *report);
    work(context);
}

void state_machine_trap_step(void) {}

void state_machine_trap_each_image(void (*body)(void *, const char *, uintptr_t, uintptr_t), void *context) {
    (void)body, (void)context;
}

#endif
