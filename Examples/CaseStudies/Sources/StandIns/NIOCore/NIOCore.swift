// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct ByteBuffer: Hashable, Sendable {
    public init() {}
    public var readableBytes: Int { 1 }
}
public typealias CircularBuffer<Element> = [Element]
extension Array { public init(initialCapacity: Int) { self.init() } }
public enum IOData: Hashable, Sendable {
    case byteBuffer(ByteBuffer)
    public var readableBytes: Int { 1 }
}
public struct EventLoopPromise<Value>: Hashable, Sendable {
    let id: Int
    public init(id: Int) { self.id = id }
}
extension Optional {
    public mutating func setOrCascade<Value>(to promise: Wrapped?) where Wrapped == EventLoopPromise<Value> {
        self = self ?? promise
    }
}
