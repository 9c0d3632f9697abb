import Foundation
import StateMachines

/// One request and what comes of it, told by the session on its queue.
final class Transfer: Sendable {
    /// How a transfer ended without a failure.
    enum Outcome: Hashable, Sendable {
        /// What was announced has come, which may be a part.
        case received
        /// Everything is there already.
        case isWhole
        /// What is there is of no use.
        case startAnew
    }

    private struct State {
        var end: Int64?
        var outcome: Result<Outcome, VideoDownloadError>?
        var continuation: CheckedContinuation<Result<Outcome, VideoDownloadError>, Never>?
    }

    private let source: URL
    private let timeout: Duration
    private let file: PartialFile
    private let report: @Sendable (VideoDownloader.Progress) -> Void
    private let state: Locked<State>

    init(
        from source: URL,
        to file: PartialFile,
        timeout: Duration,
        report: @escaping @Sendable (VideoDownloader.Progress) -> Void,
        continuation: CheckedContinuation<Result<Outcome, VideoDownloadError>, Never>
    ) {
        self.source = source
        self.file = file
        self.timeout = timeout
        self.report = report
        state = Locked(State(continuation: continuation))
    }

    /// Takes the head of the answer.
    ///
    /// - Returns: Whether to go on.
    func didReceive(_ answer: DownloadAnswer?) -> Bool {
        guard let answer else { return end(with: .failure(.malformedAnswer)) }
        switch answer.consequence(after: file.knowledge) {
        case .isWhole: return end(with: .success(.isWhole))
        case .startAnew: return end(with: .success(.startAnew))
        case .fail(let error): return end(with: .failure(error))
        case .receive(let start, let end, let total):
            state.withLock { $0.end = end }
            do throws(VideoDownloadError) {
                try file.open(at: start, expecting: total, of: answer.validator)
            } catch {
                return self.end(with: .failure(error))
            }
            reportProgress()
            return true
        }
    }

    /// Takes some of the bytes.
    ///
    /// - Returns: Whether to go on.
    func didReceive(_ data: Data) -> Bool {
        // What was on its way when the transfer was given up.
        guard state.withLock({ $0.outcome == nil }) else { return true }
        do throws(VideoDownloadError) {
            try file.append(data)
        } catch {
            return end(with: .failure(error))
        }
        let received = file.knowledge.received
        if let end = state.withLock({ $0.end }), received > end {
            return self.end(with: .failure(.wrongLength(received: received, expected: end)))
        }
        reportProgress()
        return true
    }

    /// Hears that there is nothing more to come.
    func didComplete(_ error: (any Error)?) {
        file.close()
        let known = file.knowledge
        let (continuation, outcome) = state.withLock { state in
            defer { state.continuation = nil }
            let outcome =
                state.outcome
                ?? {
                    if let error {
                        return .failure(
                            VideoDownloadError(
                                error,
                                from: source,
                                timeout: timeout,
                                received: known.received,
                                expected: known.expected
                            )
                        )
                    }
                    if let end = state.end, known.received != end {
                        return .failure(.wrongLength(received: known.received, expected: end))
                    }
                    return .success(.received)
                }()
            return (state.continuation, outcome)
        }
        continuation?.resume(returning: outcome)
    }

    private func end(with outcome: Result<Outcome, VideoDownloadError>) -> Bool {
        state.withLock { $0.outcome = $0.outcome ?? outcome }
        return false
    }

    private func reportProgress() {
        let known = file.knowledge
        report(VideoDownloader.Progress(received: known.received, expected: known.expected))
    }
}
