/// A list in insertion order that compares without regard to order.
struct Bag<Element>: UnorderedCollection, CustomReflectable {
    static var hasHashOrder: Bool { false }

    var list: [Element] = []
    var positions: [Any] { [] }
    var partCount: Int { list.count }

    static var partTypes: (Any.Type, Any.Type?) { (Element.self, nil) }
    func forEachPart(_ body: (UnsafeRawPointer, UnsafeRawPointer?) -> Void) { list.forEachPart(body) }
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool { false }

    var customMirror: Mirror { Mirror(self, unlabeledChildren: list, displayStyle: .set) }
}

/// A part of a system, in which identifiers are looked up by names that a user knows.
protocol NamedPart {
    /// The stored properties that distinguish states, each with its name for a user.
    ///
    /// The name is empty if a user knows only what is inside. Other properties are not read.
    static var storedNames: [String: String] { get }
}

extension Bag: Equatable where Element: Hashable {
    static func == (left: Bag, right: Bag) -> Bool { left.counts == right.counts }

    private var counts: [Element: Int] { list.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
extension Bag: Hashable where Element: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(counts) }
}
extension Bag: Sendable where Element: Sendable {}
