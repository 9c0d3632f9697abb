import Foundation

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// The settings for starting a program with `posix_spawn`.
///
/// They include its files, the default reaction to signals, and optionally its own group or
/// session.
package struct ProgramStart: ~Copyable {
    #if canImport(Darwin)
    private var attributes: posix_spawnattr_t?
    private var files: posix_spawn_file_actions_t?
    #else
    private var attributes = posix_spawnattr_t()
    private var files = posix_spawn_file_actions_t()
    #endif
    private var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)

    /// The failure to start a program.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Creates settings that reset signals.
    ///
    /// - Parameter signals: The signals that this program may ignore but the new program should
    ///   not. Otherwise, the new program would inherit that.
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

    /// Starts the program in its own process group.
    package mutating func leadGroup() {
        posix_spawnattr_setpgroup(&attributes, 0)
        flags |= Int32(POSIX_SPAWN_SETPGROUP)
    }

    /// Starts the program in its own session, controlled by the first terminal that it opens.
    package mutating func leadSession() {
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_SETSID)
        #else
        // The module of the C library does not contain this constant.
        flags |= 0x80
        #endif
    }

    /// Gives the program only the descriptors that are set here, if the system supports that.
    ///
    /// On other systems, ``close(_:)`` closes them.
    package mutating func closeOthers() {
        #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
    }

    /// Opens a file for a descriptor of the program.
    package mutating func open(_ path: String, _ mode: Int32, as descriptor: Int32) {
        posix_spawn_file_actions_addopen(&files, descriptor, path, mode, 0)
    }

    /// Sets a descriptor of the program to a copy of one of this program or of one set before.
    package mutating func copy(_ source: Int32, as descriptor: Int32) {
        posix_spawn_file_actions_adddup2(&files, source, descriptor)
    }

    /// Closes a descriptor in the program.
    package mutating func close(_ descriptor: Int32) {
        posix_spawn_file_actions_addclose(&files, descriptor)
    }

    /// Starts the program and returns its process ID.
    ///
    /// - Parameters:
    ///   - words: The path of the program and its arguments.
    ///   - environment: The environment of the program. The default is the environment of this
    ///     program.
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
