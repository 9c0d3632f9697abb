/// An error of a client whose requests have one response each.
///
/// It has a case for each ``TransportFailure``.
package protocol ClientError: Error {
    static func unreachable(host: String) -> Self
    static func timedOut(after duration: Duration) -> Self
    static var connectionLost: Self { get }
    static func tooLong(limit: Int) -> Self
    static func tooSlow(after deadline: Duration) -> Self
    static var cancelled: Self { get }

    /// Returns the error for another failure, with a message from the system.
    static func network(_ message: String) -> Self
}

extension ClientError {
    /// Converts the failure of a request.
    ///
    /// - Parameter timeout: The longest time that the server may be silent.
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
