#if !hasFeature(Embedded)
extension Array where Element: Hashable {
    /// The maximum combined size of two arrays for which a linear search is faster than hashing.
    @inlinable static var linearSearchLimit: Int { 16 }

    /// Returns the elements without duplicates and without the elements of another array, in the
    /// order in which they first occur.
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

/// A set that accepts elements whose `==` and `hash(into:)` contradict each other.
///
/// A `Set` would end the process for such elements.
@usableFromInline
struct SeenElements<Element: Hashable> {
    /// The first element with each hash value.
    @usableFromInline var byHash: [Int: Element] = [:]

    /// Further elements, whose hash values are already in ``byHash``.
    @usableFromInline var others: [Element] = []

    @inlinable
    init() {}

    /// Inserts an element.
    ///
    /// - Returns: `true` if the set did not contain an equal element.
    @inlinable
    mutating func insert(_ element: Element) -> Bool {
        // An element that contains a NaN equals nothing, so the set need not remember it.
        guard element == element else { return true }
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
