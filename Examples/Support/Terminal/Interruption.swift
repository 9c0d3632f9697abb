import Dispatch
import StateMachines
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ctrl-C, the polite request to end, and the end of the terminal.
public enum Interruption {
    /// What people, the system and a terminal that is closed send.
    private static let endings = [SIGINT, SIGTERM, SIGHUP]

    /// Where the work that goes on is told that its end has come.
    private static let listener = Locked<AsyncStream<Int32>.Continuation?>(nil)

    /// Does some work, and cancels it when the process is told to end.
    ///
    /// The work has to end soon after its cancellation, having cleaned up. A second signal ends the process at once.
    ///
    /// - Returns: What the work returned; or 128 and the number of the signal, as shells report it.
    public static func cancelling(_ work: @escaping @Sendable () async -> Int32) async -> Int32 {
        // A reader that goes away is an error of the next write, and no end without cleaning up.
        signal(SIGPIPE, SIG_IGN)
        RawMode.prepare()
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        listener.withLock { $0 = continuation }
        let sources = endings.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                continuation.yield(number)
                // Whoever asks twice does not want to wait for the cleaning up.
                for number in endings { signal(number, endAtOnce) }
            }
            source.resume()
            return source
        }
        defer {
            for source in sources { source.cancel() }
        }
        return await withTaskGroup(of: Int32?.self) { group in
            group.addTask { await work() }
            group.addTask {
                for await number in signals { return 128 + number }
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            await group.waitForAll()
            return first ?? EXIT_SUCCESS
        }
    }

    /// Cancels the work, whose output nobody reads any more.
    static func readerHasGone() {
        let continuation = listener.withLock { $0 }
        continuation?.yield(SIGPIPE)
    }
}

private func endAtOnce(_ number: Int32) {
    RawMode.restore()
    signal(number, SIG_DFL)
    raise(number)
}
