/// Returns a failing part of some elements from which no single element can be removed.
///
/// This is delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating
/// failure-inducing input", 2002). The first pass removes every element, and later passes remove
/// each half, each quarter and so on. Each pass runs from the last part to the first because
/// elements can depend on earlier ones. Single elements are tried until none of them can be
/// removed, although it may be possible to remove several together.
///
/// The search ends early with the shortest part so far if an attempt returns `isOver` or if the
/// task is cancelled.
///
/// - Parameters:
///   - elements: The elements, which are known to fail.
///   - attempt: A closure that tries a part. Its second argument is the number of elements at the
///     beginning of the part that are unchanged since the last failing attempt.
/// - Returns: The shortest failing part that was found.
/// - Complexity: O(*n*) attempts if each of the *n* elements is needed, O(*k* log *n*) if *k* of
///   them are needed independently of each other, and O(*n*²) in the worst case.
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

/// The result of trying a part of some failing elements.
@usableFromInline
package enum ShrinkingAttempt {
    /// The part fails, and only its first elements, up to this number, are needed.
    case fails(Int)

    /// The part does not fail.
    case passes

    /// No more attempts are allowed.
    case isOver
}
