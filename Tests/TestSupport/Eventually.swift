/// Lets others run until a condition holds.
///
/// It has no time limit of its own, which a machine with other work to do would break: that of the test cancels its task.
/// What is waited for by tasks comes about within some turns of the scheduler; for what processes and sockets do, it stands
/// aside for a moment between two looks.
///
/// - Returns: Whether the condition holds; if not, the task has been cancelled.
package func eventually(
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () -> Bool
) async -> Bool {
    var looks = 0
    while !condition() {
        if Task.isCancelled { return false }
        looks += 1
        if looks < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(min(looks / 50, 20))) }
    }
    return true
}
