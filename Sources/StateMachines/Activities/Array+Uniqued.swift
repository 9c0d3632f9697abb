#if !hasFeature(Embedded)
extension Array where Element: Hashable {
    /// Below this combined count of two lists, linear search beats hashing.
    @inlinable static var linearSearchLimit: Int { 16 }

    /// The elements in order, each where it occurs first, without those of another array.
    @inlinable
    package func uniqued(without others: [Element] = []) -> [Element] {
        guard count + others.count > Array.linearSearchLimit else {
            return reduce(into: []) { unique, element in
                if !others.contains(element) && !unique.contains(element) { unique.append(element) }
            }
        }
        var seen = SeenElements<Element>()
        for element in others { _ = seen.insert(element) }
        return filter { seen.insert($0) }
    }
}

/// A set that takes any elements.
///
/// A `Set` would end the process if `==` and `hash(into:)` of an element contradict each other.
@usableFromInline
struct SeenElements<Element: Hashable> {
    /// By hash value, the first element that has it.
    @usableFromInline var byHash: [Int: Element] = [:]

    /// The elements whose hash values others have too.
    @usableFromInline var others: [Element] = []

    @inlinable
    init() {}

    /// Inserts an element.
    ///
    /// - Returns: Whether no equal element was there.
    @inlinable
    mutating func insert(_ element: Element) -> Bool {
        let hash = element.hashValue
        guard let first = byHash[hash] else {
            byHash[hash] = element
            return true
        }
        if first == element || others.contains(element) { return false }
        others.append(element)
        return true
    }
}
#endif
