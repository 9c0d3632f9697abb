import StateMachines

/// The code of the latest link for a browser.
///
/// It can be used once.
///
/// A link is printed, appears in lists of processes while a browser opens it, and stays in the
/// history of the browser. So it must be worthless after its first use.
final class OneTimeLinks: Sendable {
    private let code = Locked<String?>(nil)

    /// Makes the code of a new link; the one before becomes invalid.
    func makeCode() -> String {
        let new = RequestGate.makeToken()
        code.withLock { $0 = new }
        return new
    }

    /// Uses a code, which becomes invalid.
    ///
    /// - Returns: Whether it was valid.
    func use(_ given: String) -> Bool {
        code.withLock { code in
            guard let known = code, RequestGate.areEqual(given, known) else { return false }
            code = nil
            return true
        }
    }
}
