#if !hasFeature(Embedded)
import StateMachineLocks

#if DEBUG
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
#endif

/// Warnings about something that has waited for five seconds and might wait forever.
///
/// Only debug builds of the library warn, about these situations:
/// - A sender without an actor has sent an event, and the machine has no run. See
///   ``StateMachine/sender(isolation:)``.
/// - The machine has entered an activity again, but the new work cannot begin, because the
///   cancelled work of the earlier instance has not ended.
/// - A ``StateMachine/run(isolation:until:perform:)`` waits for its turn, because an earlier run of
///   the machine has not ended.
/// - The machine has started with an activity, but no run performs it, and no hook or observer
///   learns of it.
///
/// In a release build, ``report`` has no effect.
public enum MachineWarnings {
    /// A closure that receives each warning as a line of text.
    ///
    /// By default, the line is written to standard error. Your app can replace the closure, for
    /// example with one that writes to its log or fails a test.
    public static var report: @Sendable (_ warning: String) -> Void {
        get { reportStorage.withLock { $0 } }
        set { reportStorage.withLock { $0 = newValue } }
    }

    private static let reportStorage = Locked<@Sendable (String) -> Void> { warning in
        #if DEBUG
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
        let line = Array("StateMachines: \(warning)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        #else
        print("StateMachines: \(warning)")
        #endif
        #endif
    }

    #if DEBUG
    /// Waits for five seconds, or as long as a test says.
    @TaskLocal package static var delay: @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(5)) }

    /// Warns after five seconds, unless the situation is over by then.
    ///
    /// - Parameter warning: A closure that returns the warning, or `nil` if the situation is over.
    ///   It must not keep a machine alive.
    static func warn(_ warning: @escaping @Sendable () -> String?) {
        let delay = delay
        Task.detached(priority: .utility) {
            await delay()
            if let warning = warning() { report(warning) }
        }
    }
    #endif
}
#endif
