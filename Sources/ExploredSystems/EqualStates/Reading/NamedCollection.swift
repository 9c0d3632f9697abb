import Foundation

/// A collection of the standard library or Foundation, of which only the elements and the position
/// of a slice distinguish states.
///
/// Other types are read by their stored properties, even if their mirrors show elements, because a
/// mirror may hide something.
protocol NamedCollection {
    /// The type of the elements, or the types of the keys and the values.
    static var partTypes: (Any.Type, Any.Type?) { get }
    /// Calls a closure with the address of each element, or of each key and its value.
    func forEachPart(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void)
    /// What distinguishes a slice from the same elements elsewhere: its indices, and its base if it
    /// is public.
    var positions: [Any] { get }
    var partCount: Int { get }
    /// Calls a closure with all elements if they are bytes; returns false if they are not.
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool
}

/// A collection whose elements have no order.
///
/// Other types may have the mirror of a set or a dictionary although their elements are ordered.
protocol UnorderedCollection: NamedCollection {
    /// Whether the order of the elements differs from value to value, even if the values are equal.
    static var hasHashOrder: Bool { get }
}

extension NamedCollection {
    /// Returns the collection from its address.
    static func collection(at pointer: UnsafeRawPointer) -> any NamedCollection {
        pointer.assumingMemoryBound(to: Self.self).pointee
    }
}

extension NamedCollection where Self: Collection {
    static var partTypes: (Any.Type, Any.Type?) { (Element.self, nil) }
    func forEachPart(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void) {
        for element in self { withUnsafePointer(to: element) { body(UnsafeRawPointer($0), nil) } }
    }
    var positions: [Any] { [] }
    var partCount: Int { count }
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard Element.self == UInt8.self else { return false }
        return withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) } != nil
    }
}

extension Array: NamedCollection {
    func forEachPart(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void) {
        forEachAddress { body(UnsafeRawPointer($0), nil) }
    }
}
extension ContiguousArray: NamedCollection {
    func forEachPart(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void) {
        withUnsafeBufferPointer { $0.forEachAddress { body(UnsafeRawPointer($0), nil) } }
    }
}
extension ArraySlice: NamedCollection {
    var positions: [Any] { [startIndex] }
}
extension Slice: NamedCollection {
    var positions: [Any] { [base, startIndex, endIndex] }
}
extension CollectionOfOne: NamedCollection {}
extension EmptyCollection: NamedCollection {}
extension Data: NamedCollection {
    var positions: [Any] { [startIndex] }
}
extension IndexPath: NamedCollection {}
extension Substring: NamedCollection {
    var positions: [Any] { [base, base.utf8.distance(from: base.startIndex, to: startIndex)] }
    static var partTypes: (Any.Type, Any.Type?) { (String.self, nil) }
    func forEachPart(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void) {
        withUnsafePointer(to: String(self)) { body(UnsafeRawPointer($0), nil) }
    }
    var partCount: Int { 1 }
}
extension KeyValuePairs: NamedCollection {
    static var partTypes: (Any.Type, Any.Type?) { (Key.self, Value.self) }
    func forEachPart(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void) { forEachEntry(body) }
}
extension Set: UnorderedCollection {
    static var hasHashOrder: Bool { true }
}
extension Dictionary: UnorderedCollection {
    static var hasHashOrder: Bool { true }
    static var partTypes: (Any.Type, Any.Type?) { (Key.self, Value.self) }
    func forEachPart(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void) { forEachEntry(body) }
}
extension Dictionary.Keys: UnorderedCollection {
    static var hasHashOrder: Bool { true }
}
extension Dictionary.Values: UnorderedCollection {
    static var hasHashOrder: Bool { true }
}

extension Sequence {
    /// Calls a closure with the addresses of each key and its value.
    fileprivate func forEachEntry<Key, Value>(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void)
    where Element == (key: Key, value: Value) {
        for (key, value) in self {
            withUnsafePointer(to: key) { key in
                withUnsafePointer(to: value) { body(UnsafeRawPointer(key), UnsafeRawPointer($0)) }
            }
        }
    }
}
