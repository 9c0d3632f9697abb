#ifndef TRAP_HANDLING_H
#define TRAP_HANDLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How work on a thread of its own has ended.
enum trap_end {
    trap_end_returned,
    /// A trap: `fatalError`, a failed precondition, an overflow, a stack overflow, and the like.
    trap_end_trapped,
    /// A step took no processor time: it waits for a lock.
    trap_end_blocked,
    /// A step took too much processor time.
    trap_end_endless,
    /// There is no thread for the work.
    trap_end_no_thread,
};

enum { trap_frame_limit = 64 };

/// What is known of the end.
struct trap_report {
    enum trap_end end;
    /// The signal; 0 if there was none.
    int signal;
    /// Whether the address that could not be used is next to the end of the stack.
    bool is_stack_overflow;
    /// How long the file of captured errors was when the step began.
    long errors_begin;
    /// Where the thread was, innermost first: the addresses behind the instruction that trapped, and behind each call.
    int frame_count;
    uintptr_t frames[trap_frame_limit];
};

/// Runs work on a new thread, and waits for its end.
///
/// If the work traps, its thread is parked for good: no frame is left, so no code runs that expects another one to have returned.
/// What it holds is never released. With `work`, another thread can go on from what `context` says.
///
/// - Parameters:
///   - blocked_after: After how many seconds without processor time a step counts as blocked.
///   - endless_after: After how many seconds of processor time a step counts as endless.
void trap_run(void (*work)(void *context), void *context, double blocked_after, double endless_after, struct trap_report *report);

/// Says, from within the work, that another step begins.
void trap_step(void);

/// Redirects the error output of the process to a file in memory, and returns its descriptor; -1 if that is not possible.
int trap_capture_errors(void);

/// Ends the redirection, and writes what nobody has taken to where errors go.
void trap_release_errors(int file);

/// Takes what was written from `begin` on, at most this many bytes, and returns how many there were. What was written before goes to
/// where errors go.
size_t trap_take_errors(int file, long begin, char *bytes, size_t capacity);

#endif
