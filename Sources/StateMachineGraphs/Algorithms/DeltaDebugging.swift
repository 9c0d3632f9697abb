/// The part of some elements that is left when no single one can be left out without losing what is looked for.
///
/// Delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002): ever smaller parts, and what
/// is left without them, are tried. No single element of the result can be left out, though perhaps several at once.
///
/// - Parameters:
///   - elements: What is known to fail as a whole.
///   - isFailing: Whether what is looked for happens with a part of the elements, which are in their order.
/// - Complexity: O(*n*²) calls of `isFailing` for *n* elements at worst, O(*k* log *n*) where *k* of them matter and each shows alone.
package nonisolated(nonsending) func deltaDebugged<Element>(
    _ elements: [Element],
    _ isFailing: nonisolated(nonsending) ([Element]) async -> Bool
) async -> [Element] {
    var elements = elements
    var partCount = 2
    search: while elements.count > 1 {
        let count = elements.count
        let parts = (0..<partCount).map { count * $0 / partCount..<count * ($0 + 1) / partCount }
        for part in parts {
            let only = Array(elements[part])
            if await isFailing(only) {
                (elements, partCount) = (only, 2)
                continue search
            }
        }
        // Of two parts, each is what is left without the other one.
        for part in parts where partCount > 2 {
            var rest = elements
            rest.removeSubrange(part)
            if await isFailing(rest) {
                (elements, partCount) = (rest, min(partCount - 1, count - part.count))
                continue search
            }
        }
        if partCount == count { break }
        partCount = min(partCount * 2, count)
    }
    if elements.count == 1, await isFailing([]) { return [] }
    return elements
}
