/// The method of a request, spelled as on the wire.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// Asks for the target.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Asks for what `get` would answer, without the body.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Hands the target a body to act on.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces the target.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Removes the target.
    public static let delete = HTTPMethod(rawValue: "DELETE")

    /// The method's name, in the case in which it was sent.
    public let rawValue: String

    /// A method of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The method's name.
    public var description: String { rawValue }
}
