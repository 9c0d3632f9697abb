/// The method of a request, spelled as in the request.
package struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// Requests the target.
    package static let get = HTTPMethod(rawValue: "GET")
    /// Requests the header of the response to `get`, without the body.
    package static let head = HTTPMethod(rawValue: "HEAD")
    /// Sends the target a body to process.
    package static let post = HTTPMethod(rawValue: "POST")
    /// Replaces the target.
    package static let put = HTTPMethod(rawValue: "PUT")
    /// Removes the target.
    package static let delete = HTTPMethod(rawValue: "DELETE")

    /// The name of the method with its original case.
    package let rawValue: String

    /// Creates a method from its name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name of the method.
    package var description: String { rawValue }
}
