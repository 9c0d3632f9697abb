// Members of the standard library, and what is done instead when they are mistaken.

extension Sequence {
    /// Not reversed.
    public func reversed(mutant: Int) -> [Element] { isMutated(mutant) ? Array(self) : reversed() }

    /// All of them.
    public func filter(mutant: Int, _ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
        try isMutated(mutant) ? Array(self) : filter(isIncluded)
    }

    /// Not sorted.
    public func sorted(mutant: Int, by areInOrder: (Element, Element) throws -> Bool) rethrows -> [Element] {
        try isMutated(mutant) ? Array(self) : sorted(by: areInOrder)
    }

    /// The greatest one.
    public func min(mutant: Int, by areInOrder: (Element, Element) throws -> Bool) rethrows -> Element? {
        try isMutated(mutant) ? self.max(by: areInOrder) : self.min(by: areInOrder)
    }

    /// The least one.
    public func max(mutant: Int, by areInOrder: (Element, Element) throws -> Bool) rethrows -> Element? {
        try isMutated(mutant) ? self.min(by: areInOrder) : self.max(by: areInOrder)
    }

    /// Whether any one does.
    public func allSatisfy(mutant: Int, _ predicate: (Element) throws -> Bool) rethrows -> Bool {
        try isMutated(mutant) ? contains(where: predicate) : allSatisfy(predicate)
    }
}

extension Sequence where Element: Comparable {
    /// Not sorted.
    public func sorted(mutant: Int) -> [Element] { isMutated(mutant) ? Array(self) : sorted() }

    /// The greatest one.
    public func min(mutant: Int) -> Element? { isMutated(mutant) ? self.max() : self.min() }

    /// The least one.
    public func max(mutant: Int) -> Element? { isMutated(mutant) ? self.min() : self.max() }
}

extension Set {
    /// All of them.
    public func filter(mutant: Int, _ isIncluded: (Element) throws -> Bool) rethrows -> Set {
        try isMutated(mutant) ? self : filter(isIncluded)
    }
}

extension Dictionary {
    /// All of them.
    public func filter(mutant: Int, _ isIncluded: (Element) throws -> Bool) rethrows -> [Key: Value] {
        try isMutated(mutant) ? self : filter(isIncluded)
    }
}

extension Collection {
    /// All of them.
    public func prefix(mutant: Int, _ count: Int) -> SubSequence { isMutated(mutant) ? self[...] : prefix(count) }

    /// All of them.
    public func prefix(mutant: Int, while predicate: (Element) throws -> Bool) rethrows -> SubSequence {
        try isMutated(mutant) ? self[...] : prefix(while: predicate)
    }

    /// All of them.
    public func dropFirst(mutant: Int, _ count: Int = 1) -> SubSequence {
        isMutated(mutant) ? self[...] : dropFirst(count)
    }
}

extension BidirectionalCollection {
    /// The last one.
    public func first(mutant: Int) -> Element? { isMutated(mutant) ? last : first }

    /// The first one.
    public func last(mutant: Int) -> Element? { isMutated(mutant) ? first : last }

    /// The last one.
    public func first(mutant: Int, where predicate: (Element) throws -> Bool) rethrows -> Element? {
        try isMutated(mutant) ? last(where: predicate) : first(where: predicate)
    }

    /// The first one.
    public func last(mutant: Int, where predicate: (Element) throws -> Bool) rethrows -> Element? {
        try isMutated(mutant) ? first(where: predicate) : last(where: predicate)
    }

    /// All of them.
    public func suffix(mutant: Int, _ count: Int) -> SubSequence { isMutated(mutant) ? self[...] : suffix(count) }

    /// All of them.
    public func dropLast(mutant: Int, _ count: Int = 1) -> SubSequence {
        isMutated(mutant) ? self[...] : dropLast(count)
    }
}
