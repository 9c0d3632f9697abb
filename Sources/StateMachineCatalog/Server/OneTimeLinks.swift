import StateMachineLocks

/// The code of the latest link for a browser, which works only once.
///
/// A link is printed, appears in process lists while a browser opens it, and stays in the browser's
/// history. For this reason, it becomes worthless after its first use.
final class OneTimeLinks: Sendable {
    private let code = Locked<String?>(nil)

    /// Returns the code of a new link and invalidates the previous code.
    func makeCode() -> String {
        let new = RequestGate.makeToken()
        code.withLock { $0 = new }
        return new
    }

    /// Uses a code and invalidates it.
    ///
    /// - Returns: Whether the code was valid.
    func use(_ given: String) -> Bool {
        code.withLock { code in
            guard let known = code, RequestGate.areEqual(given, known) else { return false }
            code = nil
            return true
        }
    }
}
