// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NIOCore

public struct HTTPHeaders: Hashable, Sendable {
    public init() {}
    public func contains(name: String) -> Bool { true }
}
public struct HTTPRequestHead: Hashable, Sendable { public init() {} }
public struct HTTPResponseStatus: Hashable, Sendable {
    public var code: UInt
    public static let switchingProtocols = Self(code: 101)
}
public struct HTTPResponseHead: Hashable, Sendable, CustomStringConvertible {
    public var status: HTTPResponseStatus
    public var isKeepAlive: Bool
    public var headers = HTTPHeaders()
    public init(_ code: UInt, isKeepAlive: Bool = true) {
        (status, self.isKeepAlive) = (HTTPResponseStatus(code: code), isKeepAlive)
    }
    public var description: String { "\(status.code)\(isKeepAlive ? "" : " close")" }
}
public enum HTTPClientResponsePart: Hashable, Sendable {
    case head(HTTPResponseHead)
    case body(ByteBuffer)
    case end(HTTPHeaders?)
}
