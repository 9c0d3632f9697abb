import Foundation

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// How a program is started by `posix_spawn`: with its files, with the usual reaction to signals,
/// and perhaps in a group or session of its own.
package struct ProgramStart: ~Copyable {
    #if canImport(Darwin)
    private var attributes: posix_spawnattr_t?
    private var files: posix_spawn_file_actions_t?
    #else
    private var attributes = posix_spawnattr_t()
    private var files = posix_spawn_file_actions_t()
    #endif
    private var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)

    /// The program could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// - Parameter signals: The signals that this program may ignore, and the new one is not to:
    ///   it would inherit that.
    package init(resetting signals: [Int32]) {
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&files)
        var set = sigset_t()
        sigemptyset(&set)
        posix_spawnattr_setsigmask(&attributes, &set)
        for signal in signals { sigaddset(&set, signal) }
        posix_spawnattr_setsigdefault(&attributes, &set)
    }

    deinit {
        var (attributes, files) = (attributes, files)
        posix_spawnattr_destroy(&attributes)
        posix_spawn_file_actions_destroy(&files)
    }

    /// Starts it in a process group of its own.
    package mutating func leadGroup() {
        posix_spawnattr_setpgroup(&attributes, 0)
        flags |= Int32(POSIX_SPAWN_SETPGROUP)
    }

    /// Starts it in a session of its own; the first terminal that it opens controls it.
    package mutating func leadSession() {
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_SETSID)
        #else
        // It is not in the module of the C library.
        flags |= 0x80
        #endif
    }

    /// Gives it no descriptor but those that are set here; elsewhere ``close(_:)`` does that.
    package mutating func closeOthers() {
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
    }

    /// Opens a file for a descriptor of the program.
    package mutating func open(_ path: String, _ mode: Int32, as descriptor: Int32) {
        posix_spawn_file_actions_addopen(&files, descriptor, path, mode, 0)
    }

    /// Has a descriptor of the program be one of this program, or one that was set before.
    package mutating func copy(_ source: Int32, as descriptor: Int32) {
        posix_spawn_file_actions_adddup2(&files, source, descriptor)
    }

    /// Closes a descriptor in the program.
    package mutating func close(_ descriptor: Int32) {
        posix_spawn_file_actions_addclose(&files, descriptor)
    }

    /// Starts the program, and returns its process ID.
    ///
    /// - Parameters:
    ///   - words: The path of the program and its arguments.
    ///   - environment: Its environment; that of this program by default.
    package mutating func run(_ words: [String], environment: [String: String]? = nil) throws(Failure) -> pid_t {
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = words.map { strdup($0) } + [nil]
        var settings = (environment ?? [:]).map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + settings { free(text) } }
        var id: pid_t = 0
        let path = words.first ?? ""
        let code =
            environment == nil
            ? posix_spawn(&id, path, &files, &attributes, &arguments, environ)
            : posix_spawn(&id, path, &files, &attributes, &arguments, &settings)
        guard code == 0 else { throw Failure(description: "cannot start \(path): \(String(cString: strerror(code)))") }
        return id
    }
}
