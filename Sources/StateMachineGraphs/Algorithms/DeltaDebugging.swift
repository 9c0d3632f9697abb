/// Returns a part of some elements that still fails, and of which no single element can be left
/// out.
///
/// Delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing
/// input", 2002), as a pass from the last part to the first one, with ever smaller parts: first all
/// elements are left out, then each half, each quarter, and so on. Single elements are tried until
/// none can be left out, though perhaps several could be at once. What depends on earlier elements
/// comes later, so the pass runs backwards.
///
/// It ends early, with the shortest part so far, when an attempt says so, and when the task is
/// cancelled.
///
/// - Parameters:
///   - elements: What is known to fail as a whole.
///   - attempt: Tries a part. So many of its first elements as the second argument says are those
///     that were last known to fail.
/// - Complexity: O(*n*) attempts for *n* elements that all matter, O(*k* log *n*) where *k* of them
///   matter and each shows alone, O(*n*²) at worst.
package nonisolated(nonsending) func deltaDebugged<Element>(
    _ elements: [Element],
    _ attempt: nonisolated(nonsending) ([Element], _ kept: Int) async -> ShrinkingAttempt
) async -> [Element] {
    var elements = elements
    var size = elements.count
    while size > 0, !elements.isEmpty {
        var isShorter = false
        var end = elements.count
        while end > 0 {
            if Task.isCancelled { return elements }
            let start = max(0, end - size)
            let rest = Array(elements[..<start] + elements[end...])
            switch await attempt(rest, start) {
            case .fails(let count):
                elements = Array(rest.prefix(count))
                isShorter = true
            case .passes: break
            case .isOver: return elements
            }
            end = min(start, elements.count)
        }
        size = size == 1 && isShorter ? 1 : size / 2
    }
    return elements
}

/// The result of trying a part of what fails.
@usableFromInline
package enum ShrinkingAttempt {
    /// So many of the first elements fail.
    case fails(Int)

    /// The part does not fail.
    case passes

    /// No more may be tried.
    case isOver
}
