import Foundation
import StateMachines

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Collects the bytes of one answer, up to a bound.
final class AnswerCollector: AnswerReceiver {
    private struct State {
        var response: HTTPURLResponse?
        var body = Data()
        /// What was wrong with the answer.
        ///
        /// It takes precedence over the error with which the request then ends.
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
            // Bytes that were in flight when the request was given up.
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

    /// Records why there will be no answer, unless the request has ended already.
    func fail(with failure: TransportFailure) {
        state.withLock { state in
            if !state.isComplete { state.failure = state.failure ?? failure }
        }
    }

    /// The answer of the request, which has ended.
    func answer(from address: URL?, method: String? = nil) throws(TransportFailure) -> HTTPAnswer {
        let state = state.withLock { $0 }
        if let failure = state.failure { throw failure }
        if let error = state.error { throw TransportFailure(error, from: address) }
        guard let response = state.response else { throw .connectionLost }
        let answer = HTTPAnswer(response: response, body: state.body)
        // Answers to HEAD, and with other statuses, may announce a length and have no body.
        if answer.status == 200, method != "HEAD", answer.isCutOff { throw .connectionLost }
        return answer
    }
}
