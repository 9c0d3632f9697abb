/// The method of a request, spelled as on the wire.
package struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// Asks for the target.
    package static let get = HTTPMethod(rawValue: "GET")
    /// Asks for what `get` would answer, without the body.
    package static let head = HTTPMethod(rawValue: "HEAD")
    /// Hands the target a body to act on.
    package static let post = HTTPMethod(rawValue: "POST")
    /// Replaces the target.
    package static let put = HTTPMethod(rawValue: "PUT")
    /// Removes the target.
    package static let delete = HTTPMethod(rawValue: "DELETE")

    /// The method's name, in the case in which it was sent.
    package let rawValue: String

    /// A method of that name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The method's name.
    package var description: String { rawValue }
}
