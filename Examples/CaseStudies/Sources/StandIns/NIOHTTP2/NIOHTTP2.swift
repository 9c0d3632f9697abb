// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct HTTP2StreamID: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    fileprivate let number: Int
    public static let rootStream: HTTP2StreamID = 0
    public init(integerLiteral number: Int) { self.number = number }
    public static func < (left: HTTP2StreamID, right: HTTP2StreamID) -> Bool { left.number < right.number }
    public var description: String { "\(number)" }
}
extension Int { public init(_ id: HTTP2StreamID) { self = id.number } }

/// All pings contain the same data.
public struct HTTP2PingData: Hashable, Sendable { public init(withInteger: UInt64 = 0) {} }
