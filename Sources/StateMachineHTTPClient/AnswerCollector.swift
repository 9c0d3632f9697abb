import Foundation
import StateMachineLocks

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Collects the bytes of one response up to a limit and checks whether the response is complete.
///
/// A truncated response is a `connectionLost` failure. Either the collector detects it, or the
/// system does and ``TransportFailure/init(_:from:)`` converts its error.
final class AnswerCollector: AnswerReceiver {
    private struct State {
        var response: HTTPURLResponse?
        var body = Data()
        /// The defect found in the response.
        ///
        /// It takes precedence over the error with which the request ends afterwards.
        var failure: TransportFailure?
        var error: (any Error)?
        var isComplete = false
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) {
        self.limit = limit
    }

    func didReceive(_ response: URLResponse) -> Bool {
        state.withLock { state in
            let response = response as? HTTPURLResponse
            state.response = response
            if let response, !response.isEncoded, response.expectedContentLength > Int64(limit) {
                state.failure = state.failure ?? .tooLong(limit: limit)
            }
            return state.failure == nil
        }
    }

    func didReceive(_ data: Data) -> Bool {
        state.withLock { state in
            // Ignore bytes that were in flight when the request was given up.
            guard state.failure == nil else { return true }
            if data.count > limit - state.body.count {
                state.failure = .tooLong(limit: limit)
                state.body = Data()
                return false
            }
            state.body.append(data)
            return true
        }
    }

    func didComplete(_ error: (any Error)?) {
        state.withLock { state in
            state.error = error
            state.isComplete = true
        }
    }

    /// Records the reason why there is no response, unless the request has already ended.
    func fail(with failure: TransportFailure) {
        state.withLock { state in
            if !state.isComplete { state.failure = state.failure ?? failure }
        }
    }

    /// Returns the response after the request has ended.
    func answer(from address: URL?, method: String? = nil) throws(TransportFailure) -> HTTPAnswer {
        let state = state.withLock { $0 }
        if let failure = state.failure { throw failure }
        if let error = state.error { throw TransportFailure(error, from: address) }
        guard let response = state.response else { throw .connectionLost }
        let answer = HTTPAnswer(response: response, body: state.body)
        // Responses to HEAD and responses with other statuses may announce a length without having
        // a body.
        if answer.status == 200, method != "HEAD", answer.isCutOff { throw .connectionLost }
        return answer
    }
}

extension HTTPAnswer {
    /// Whether the connection ended before all announced bytes had arrived.
    package var isCutOff: Bool {
        !response.isEncoded && response.expectedContentLength > Int64(body.count)
    }
}
