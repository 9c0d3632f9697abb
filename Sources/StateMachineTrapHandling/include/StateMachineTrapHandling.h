#ifndef TRAP_HANDLING_H
#define TRAP_HANDLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The ways in which work on a separate thread can end.
enum trap_end {
    trap_end_returned,
    /// The work trapped, for example because of `fatalError`, a failed precondition, an overflow or a stack overflow.
    trap_end_trapped,
    /// A step used no processor time, because it waits for a lock.
    trap_end_blocked,
    /// A step used too much processor time.
    trap_end_endless,
    /// The system could not create a thread for the work.
    trap_end_no_thread,
};

enum { trap_frame_limit = 64 };

/// A report about the end of the work.
struct trap_report {
    enum trap_end end;
    /// The signal that ended the work; 0 if there was none.
    int signal;
    /// Whether the invalid address is next to the end of the stack.
    bool is_stack_overflow;
    /// The return addresses of the thread, innermost first: the addresses after the instruction that trapped and after each call.
    int frame_count;
    uintptr_t frames[trap_frame_limit];
    /// The end of the text that the step wrote to `stderr`, which contains the message of the trap; not terminated by a zero.
    ///
    /// It is `NULL` if the work returned; otherwise, the text stays in memory.
    const char *message;
    size_t message_length;
};

/// Runs work on a new thread and waits for its end.
///
/// If the work traps, its thread is parked forever. The thread never leaves its stack frames, so no caller continues after an unfinished
/// call. The thread also never releases anything that it holds. To continue the work on another thread, call this function again with the
/// same `work`, and let `context` store the position.
///
/// While the work runs, `stderr` is a stream that stores the output of the work's thread until the end of a step, and passes on the output
/// of other threads. What a step writes beyond 64 KB is passed on from the beginning.
///
/// - Parameters:
///   - blocked_after: The number of seconds without processor time after which a step counts as blocked.
///   - endless_after: The number of seconds of processor time after which a step counts as endless.
void state_machine_trap_run(void (*work)(void *context), void *context, double blocked_after, double endless_after,
                            struct trap_report *report);

/// Marks the beginning of another step; the work calls this function.
void state_machine_trap_step(void);

/// Calls a function for the program and for each loaded shared library. None of them is unloaded during the calls.
///
/// - Parameter body: Receives the context, the path of the file (empty for the program), the address of its first byte in memory, and the
///   address after its code. The path is valid during the call.
void state_machine_trap_each_image(void (*body)(void *context, const char *path, uintptr_t begin, uintptr_t code_end), void *context);

/// Returns whether an address belongs to the program or to a loaded shared library.
bool state_machine_trap_is_in_image(uintptr_t address);

/// Reads the word at an address, which may not be readable.
///
/// - Returns: Whether the word could be read.
bool state_machine_trap_read(uintptr_t address, uintptr_t *word);

/// Allocates a Swift object whose properties are zero bytes.
///
/// - Parameters:
///   - type: The metadata of the class.
///   - size: The size with the header of the object.
void *state_machine_object_allocate(const void *type, size_t size);

/// Makes a word a weak reference to an object.
void state_machine_object_refer_weakly(void *word, void *object);

#endif
