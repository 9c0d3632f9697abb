import Foundation

/// The time for which a connection waits for the locks of others.
///
/// The connection tries again after a random time of 0.2 to 0.8 ms. SQLite's own handler sleeps
/// longer each time, so one process can wait for seconds while others take turns.
final class LockWait {
    private let limit: Duration
    private let elapsed: @Sendable () -> Duration
    private var end: Duration

    /// - Parameters:
    ///   - limit: The time for which the connection waits for one lock.
    ///   - elapsed: The clock, which a test can replace.
    init(limit: Duration, elapsed: @escaping @Sendable () -> Duration) {
        (self.limit, self.elapsed) = (limit, elapsed)
        end = elapsed()
    }

    /// The time since this property was first used.
    static let elapsed: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }()

    /// The limit in seconds.
    var seconds: Double { limit / .seconds(1) }

    /// Lets a connection wait.
    ///
    /// The connection must keep this object for as long as it is open.
    func install(on database: SQLiteLibrary.Database, of library: SQLiteLibrary) {
        let handler: SQLiteLibrary.BusyHandler = { context, count in
            guard let context else { return 0 }
            let wait = Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue()
            if count == 0 { wait.begin() }
            return wait.sleep() ? 1 : 0
        }
        _ = library.busyHandler(database, handler, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Begins to count the time.
    func begin() { end = elapsed() + limit }

    /// Sleeps for a moment, unless the time is over.
    ///
    /// - Returns: Whether to try again.
    func sleep() -> Bool {
        guard elapsed() < end else { return false }
        Thread.sleep(forTimeInterval: .random(in: 0.0002...0.0008))
        return true
    }
}
