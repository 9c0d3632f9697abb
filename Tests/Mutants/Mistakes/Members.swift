// Members of the standard library that are mistaken for others.

extension Sequence {
    public func reversed(mutant: Int) -> [Element] { isMutated(mutant) ? Array(self) : reversed() }

    public func filter(mutant: Int, _ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
        try isMutated(mutant) ? Array(self) : filter(isIncluded)
    }

    public func sorted(mutant: Int, by areInOrder: (Element, Element) throws -> Bool) rethrows -> [Element] {
        try isMutated(mutant) ? Array(self) : sorted(by: areInOrder)
    }

    public func min(mutant: Int, by areInOrder: (Element, Element) throws -> Bool) rethrows -> Element? {
        try isMutated(mutant) ? self.max(by: areInOrder) : self.min(by: areInOrder)
    }

    public func max(mutant: Int, by areInOrder: (Element, Element) throws -> Bool) rethrows -> Element? {
        try isMutated(mutant) ? self.min(by: areInOrder) : self.max(by: areInOrder)
    }

    public func allSatisfy(mutant: Int, _ predicate: (Element) throws -> Bool) rethrows -> Bool {
        try isMutated(mutant) ? contains(where: predicate) : allSatisfy(predicate)
    }
}

extension Sequence where Element: Comparable {
    public func sorted(mutant: Int) -> [Element] { isMutated(mutant) ? Array(self) : sorted() }
    public func min(mutant: Int) -> Element? { isMutated(mutant) ? self.max() : self.min() }
    public func max(mutant: Int) -> Element? { isMutated(mutant) ? self.min() : self.max() }
}

extension Set {
    public func filter(mutant: Int, _ isIncluded: (Element) throws -> Bool) rethrows -> Set {
        try isMutated(mutant) ? self : filter(isIncluded)
    }
}

extension Dictionary {
    public func filter(mutant: Int, _ isIncluded: (Element) throws -> Bool) rethrows -> [Key: Value] {
        try isMutated(mutant) ? self : filter(isIncluded)
    }
}

extension Collection {
    public func prefix(mutant: Int, _ count: Int) -> SubSequence { isMutated(mutant) ? self[...] : prefix(count) }

    public func prefix(mutant: Int, while predicate: (Element) throws -> Bool) rethrows -> SubSequence {
        try isMutated(mutant) ? self[...] : prefix(while: predicate)
    }

    public func dropFirst(mutant: Int, _ count: Int = 1) -> SubSequence {
        isMutated(mutant) ? self[...] : dropFirst(count)
    }
}

extension BidirectionalCollection {
    public func first(mutant: Int) -> Element? { isMutated(mutant) ? last : first }
    public func last(mutant: Int) -> Element? { isMutated(mutant) ? first : last }

    public func first(mutant: Int, where predicate: (Element) throws -> Bool) rethrows -> Element? {
        try isMutated(mutant) ? last(where: predicate) : first(where: predicate)
    }

    public func last(mutant: Int, where predicate: (Element) throws -> Bool) rethrows -> Element? {
        try isMutated(mutant) ? first(where: predicate) : last(where: predicate)
    }

    public func suffix(mutant: Int, _ count: Int) -> SubSequence { isMutated(mutant) ? self[...] : suffix(count) }

    public func dropLast(mutant: Int, _ count: Int = 1) -> SubSequence {
        isMutated(mutant) ? self[...] : dropLast(count)
    }
}
