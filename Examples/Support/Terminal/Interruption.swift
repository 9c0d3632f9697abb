import Dispatch
import StateMachineLocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Handles the signals that ask a program to end.
///
/// Ctrl-C, `kill` and a closed terminal send these signals.
package enum Interruption {
    /// The signals of Ctrl-C, of `kill`, and of a closed terminal.
    private static let endings = [SIGINT, SIGTERM, SIGHUP]

    /// The stream that cancels the current work.
    private static let listener = Locked<AsyncStream<Int32>.Continuation?>(nil)

    /// Performs some work and cancels it when the process receives one of the signals.
    ///
    /// The work must clean up and end soon after its cancellation. A second signal ends the process
    /// immediately.
    ///
    /// - Returns: The result of the work or, after a signal, 128 plus the number of the signal, as
    ///   in a shell.
    package static func cancelling(_ work: @escaping @Sendable () async -> Int32) async -> Int32 {
        // A closed pipe makes the next write fail. Its signal must not end the process before the
        // program has cleaned up.
        signal(SIGPIPE, SIG_IGN)
        RawMode.prepare()
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        listener.withLock { $0 = continuation }
        let sources = endings.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                continuation.yield(number)
                // A second signal ends the process without cleaning up.
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

    /// Cancels the work because the reader of its output has closed the pipe.
    static func readerClosedPipe() {
        let continuation = listener.withLock { $0 }
        continuation?.yield(SIGPIPE)
    }
}

private func endAtOnce(_ number: Int32) {
    RawMode.restore()
    signal(number, SIG_DFL)
    raise(number)
}
