import Dispatch
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ctrl-C, and the polite request to end.
public enum Interruption {
    /// Does some work, and cancels it when the process is told to end.
    ///
    /// The work has to end soon after its cancellation, having cleaned up. A second signal ends the process at once.
    ///
    /// - Returns: What the work returned; or 128 and the number of the signal, as shells report it.
    public static func cancelling(_ work: @escaping @Sendable () async -> Int32) async -> Int32 {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                continuation.yield(number)
                // Whoever asks twice does not want to wait for the cleaning up.
                signal(SIGINT, SIG_DFL)
                signal(SIGTERM, SIG_DFL)
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
}
