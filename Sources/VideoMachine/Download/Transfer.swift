import Foundation
import StateMachineHTTPClient
import StateMachineLocks
import StateMachines

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request of a download, which writes its response to the partial file.
///
/// It runs on the session's queue.
final class Transfer: AnswerReceiver {
    /// The result of a transfer that did not fail.
    enum Outcome: Hashable, Sendable {
        /// All announced bytes have arrived, although they may be only a part of the video.
        case received
        /// All bytes had already been received.
        case isWhole
        /// The received bytes are useless.
        case startAnew
    }

    private struct State {
        var end: Int64?
        var outcome: Result<Outcome, VideoDownloadError>?
    }

    private let source: URL
    private let timeout: Duration
    private let limit: Int64
    private let file: PartialFile
    private let report: @Sendable (VideoDownloader.Progress) -> Void
    private let state = Locked(State())

    init(
        from source: URL,
        to file: PartialFile,
        timeout: Duration,
        limit: Int64,
        report: @escaping @Sendable (VideoDownloader.Progress) -> Void
    ) {
        self.source = source
        self.file = file
        self.timeout = timeout
        self.limit = limit
        self.report = report
    }

    /// The transfer's result, after it has ended.
    var result: Result<Outcome, VideoDownloadError> { state.withLock { $0.outcome ?? .failure(.malformedAnswer) } }

    func didReceive(_ response: URLResponse) -> Bool {
        guard let answer = DownloadAnswer(response) else { return end(with: .failure(.malformedAnswer)) }
        let known = file.knowledge
        switch answer.consequence(after: known) {
        case .isWhole: return end(with: .success(.isWhole))
        case .startAnew: return end(with: .success(.startAnew))
        case .fail(let error): return end(with: .failure(error))
        case .receive(let start, let end, let total):
            if total ?? end ?? 0 > limit { return self.end(with: .failure(.tooLong(limit: limit))) }
            state.withLock { $0.end = end }
            do throws(VideoDownloadError) {
                // A response with the remaining bytes may leave out its version.
                let validator = start > 0 ? known.validator : answer.validator
                try file.open(at: start, expecting: total, of: validator, from: answer.address)
            } catch {
                return self.end(with: .failure(error))
            }
            reportProgress()
            return true
        }
    }

    func didReceive(_ data: Data) -> Bool {
        // Ignore bytes that were in flight when the transfer was given up.
        guard state.withLock({ $0.outcome == nil }) else { return true }
        guard Int64(data.count) <= limit - file.knowledge.received else {
            return end(with: .failure(.tooLong(limit: limit)))
        }
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

    func didComplete(_ error: (any Error)?) {
        let known = file.knowledge
        state.withLock { state in
            state.outcome =
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
        }
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
