/// Which activities one transition exits and enters.
@usableFromInline
package struct ActivityChange<Activity: Hashable & Sendable>: Sendable {
    /// Gone from the list: in reverse order, innermost first.
    @usableFromInline package var exited: [Activity] = []

    /// New in the list: in order, outermost first.
    @usableFromInline package var entered: [Activity] = []

    /// No change.
    @inlinable
    package init() {}

    /// Compares the activities before and after a transition, given as a definition lists them, each value counted once.
    ///
    /// - Complexity: O(*n* + *m*) for lists of *n* and *m* activities.
    @inlinable
    package init(from old: [Activity], to new: [Activity]) {
        guard old != new else { return }
        exited = old.uniqued(without: new).reversed()
        entered = new.uniqued(without: old)
    }
}

extension Array where Element: Hashable {
    /// The elements in order, each at its first place, without those of another array.
    @inlinable
    package func uniqued(without others: [Element] = []) -> [Element] {
        guard count + others.count > 16 else {
            // So few that looking through them beats hashing them.
            return reduce(into: []) { unique, element in
                if !others.contains(element) && !unique.contains(element) { unique.append(element) }
            }
        }
        var seen = Set(others)
        return filter { seen.insert($0).inserted }
    }
}
