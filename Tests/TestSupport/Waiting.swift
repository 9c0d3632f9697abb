/// Lets other tasks run until a condition holds; gives up after a generous time.
///
/// - Returns: Whether the condition holds.
public func eventually(
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () -> Bool
) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        await Task.yield()
    }
    return true
}
