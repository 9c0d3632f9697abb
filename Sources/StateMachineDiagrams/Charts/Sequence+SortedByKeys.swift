extension Sequence {
    /// Returns the elements in the order of their keys; elements with equal keys keep their order.
    func sorted(byKeys keys: (Element) -> [Int]) -> [Element] {
        map { (element: $0, keys: keys($0)) }.enumerated().sorted { one, other in
            if one.element.keys == other.element.keys { return one.offset < other.offset }
            return one.element.keys.lexicographicallyPrecedes(other.element.keys)
        }.map(\.element.element)
    }
}
