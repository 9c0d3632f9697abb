import Foundation
import StateMachineHTTPClient
import StateMachineLocks

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The lines of one response as they arrive.
final class ResponseLines: AnswerReceiver {
    private struct State {
        var hasBegun = false
        var rest = Data()
    }

    /// The nonempty lines, without their line ends.
    let lines: AsyncStream<Data>

    private let reader: AsyncStream<Data>.Continuation
    private let state = Locked(State())

    /// The maximum size of a line, and the maximum number of waiting lines.
    private static let limit = (bytes: 1024 * 1024, lines: 1000)

    init() {
        (lines, reader) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit.lines))
    }

    /// Whether the server has accepted the request.
    var hasBegun: Bool { state.withLock(\.hasBegun) }

    func didReceive(_ response: URLResponse) -> Bool {
        let isAccepted = (response as? HTTPURLResponse)?.statusCode == 200
        state.withLock { $0.hasBegun = isAccepted }
        return isAccepted
    }

    func didReceive(_ data: Data) -> Bool {
        let (lines, isBounded) = state.withLock { state in
            state.rest += data
            var parts = state.rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
                Data($0)
            }
            state.rest = parts.removeLast()
            return (parts, state.rest.count <= Self.limit.bytes)
        }
        for line in lines where !line.isEmpty { reader.yield(line) }
        return isBounded
    }

    func didComplete(_ error: (any Error)?) { finish() }

    /// Ends the sequence of lines.
    func finish() { reader.finish() }
}
