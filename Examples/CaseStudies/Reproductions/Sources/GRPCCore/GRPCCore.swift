// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct RPCError: Error {
    public enum Code: Sendable { case internalError }
    public init(code: Code, message: String) {}
}
