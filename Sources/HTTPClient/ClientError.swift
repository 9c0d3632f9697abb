/// An error of a client whose requests have one answer each: it has a case for each
/// ``TransportFailure``.
package protocol ClientError: Error {
    static func unreachable(host: String) -> Self
    static func timedOut(after duration: Duration) -> Self
    static var connectionLost: Self { get }
    static func tooLong(limit: Int) -> Self
    static func tooSlow(after deadline: Duration) -> Self
    static var cancelled: Self { get }

    /// Another failure, with the system's message.
    static func network(_ message: String) -> Self
}

extension ClientError {
    /// The error of a client whose request failed.
    ///
    /// - Parameter timeout: How long the other side may be silent.
    package init(_ failure: TransportFailure, timeout: Duration) {
        self =
            switch failure {
            case .unreachable(let host): .unreachable(host: host)
            case .timedOut: .timedOut(after: timeout)
            case .connectionLost: .connectionLost
            case .tooLong(let limit): .tooLong(limit: limit)
            case .tooSlow(let deadline): .tooSlow(after: deadline)
            case .cancelled: .cancelled
            case .other(let message): .network(message)
            }
    }
}
