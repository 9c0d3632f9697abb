/// A failure that a service of the examples injects on demand; its raw value is its name on a
/// command line.
///
/// The services are ``ImageService``, ``FeedService``, ``VideoService`` and ``LoopbackCamera``.
package protocol ServiceFault: RawRepresentable<String>, CaseIterable, Sendable {}

extension ServiceFault {
    /// The fault of that name; `nil` for the word "none".
    ///
    /// - Throws: ``UsageError`` if there is no fault of that name.
    package init?(word: String) throws(UsageError) {
        if word == "none" { return nil }
        guard let fault = Self(rawValue: word) else {
            let kinds = (Self.allCases.map(\.rawValue) + ["none"]).joined(separator: ", ")
            throw UsageError("there is no fault '\(word)'; there are \(kinds)")
        }
        self = fault
    }
}
