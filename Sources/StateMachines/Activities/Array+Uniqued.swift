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
        var seen = Set(others)
        return filter { seen.insert($0).inserted }
    }
}
#endif
