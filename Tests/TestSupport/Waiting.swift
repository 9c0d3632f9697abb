/// Lets others run until a condition holds; gives up after a generous time.
///
/// What is waited for by tasks comes about within some turns of the scheduler; for what processes and sockets do, it stands
/// aside for a moment between two looks.
///
/// - Returns: Whether the condition holds.
package func eventually(
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () -> Bool
) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    var looks = 0
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        looks += 1
        if looks < 200 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(2)) }
    }
    return true
}
