/// Waits until a condition holds, and lets other tasks run meanwhile.
///
/// It has no time limit of its own, which a slow machine would exceed: the time limit of the test
/// cancels its task. It yields a hundred times, which is enough for other tasks; then it sleeps
/// between two checks, for processes and sockets.
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
