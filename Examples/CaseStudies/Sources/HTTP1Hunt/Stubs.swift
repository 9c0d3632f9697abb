enum HTTPClientError: Error {
    case remoteConnectionClosed, bodyLengthMismatch, requestStreamCancelled, cancelled, readTimeout, writeTimeout,
        internalState
    static func internalStateFailure(file: String = #file, line: UInt = #line) -> Error { Self.internalState }
}
struct Broken: Error {}
