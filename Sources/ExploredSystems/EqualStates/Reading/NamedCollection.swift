import Foundation

/// A collection of the standard library or Foundation, of which only the elements and the position
/// of a slice distinguish states.
///
/// Other types are read by their stored properties, even if their mirrors show elements, because a
/// mirror may hide something.
protocol NamedCollection {
    /// Calls a closure with the parts of the collection, and with whether they are entries.
    func forEachPart(_ body: (CollectionPart) -> Void)
    /// What distinguishes a slice from the same elements elsewhere: its indices, and its base if it
    /// is public.
    var positions: [Any] { get }
    var partCount: Int { get }
    /// Calls a closure with all elements if they are bytes; returns false if they are not.
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool
}

/// An element, or the key and the value of an entry.
enum CollectionPart {
    case element(Any)
    case entry(key: Any, value: Any)
}

/// A collection whose elements have no order.
///
/// Other types may have the mirror of a set or a dictionary although their elements are ordered.
protocol UnorderedCollection: NamedCollection {
    /// Whether the order of the elements differs from value to value, even if the values are equal.
    static var hasHashOrder: Bool { get }
}

extension NamedCollection where Self: Collection {
    func forEachPart(_ body: (CollectionPart) -> Void) {
        for element in self { body(.element(element)) }
    }
    var positions: [Any] { [] }
    var partCount: Int { count }
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard Element.self == UInt8.self else { return false }
        return withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) } != nil
    }
}

extension Array: NamedCollection {}
extension ContiguousArray: NamedCollection {}
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
    func forEachPart(_ body: (CollectionPart) -> Void) { body(.element(String(self))) }
    var partCount: Int { 1 }
}
extension KeyValuePairs: NamedCollection {
    func forEachPart(_ body: (CollectionPart) -> Void) {
        for (key, value) in self { body(.entry(key: key, value: value)) }
    }
}
extension Set: UnorderedCollection {
    static var hasHashOrder: Bool { true }
}
extension Dictionary: UnorderedCollection {
    static var hasHashOrder: Bool { true }
    func forEachPart(_ body: (CollectionPart) -> Void) {
        for (key, value) in self { body(.entry(key: key, value: value)) }
    }
}
extension Dictionary.Keys: UnorderedCollection {
    static var hasHashOrder: Bool { true }
}
extension Dictionary.Values: UnorderedCollection {
    static var hasHashOrder: Bool { true }
}
