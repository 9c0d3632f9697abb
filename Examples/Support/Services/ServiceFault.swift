package import StateMachineCommandLine

/// A failure that a service of the examples injects on demand.
///
/// Its raw value is its name on a command line. The services are ``ImageService``, ``FeedService``,
/// ``VideoService`` and ``LoopbackCamera``.
package protocol ServiceFault: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
    /// A fault for which nothing listens at the address, so connecting fails.
    ///
    /// ``FaultSwitch`` implements it.
    static var refused: Self { get }
}

extension ServiceFault {
    /// Creates a fault from its name, or returns `nil` for the word "none".
    ///
    /// - Throws: ``UsageError`` if no fault has this name.
    package init?(word: String) throws(UsageError) {
        if word == "none" { return nil }
        guard let fault = Self(rawValue: word) else {
            let kinds = (Self.allCases.map(\.rawValue) + ["none"]).joined(separator: ", ")
            throw UsageError("unknown fault '\(word)'; the faults are \(kinds)")
        }
        self = fault
    }
}
