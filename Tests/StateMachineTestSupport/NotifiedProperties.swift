import Observation

/// Returns the properties whose views are notified while an operation changes an object.
///
/// Each property is read alone, because a view that reads several properties is notified even if
/// only one of them can be observed.
@MainActor
package func notifiedProperties<Root>(
    among properties: [PartialKeyPath<Root>],
    of root: Root,
    by change: () async throws -> Void
) async rethrows -> [PartialKeyPath<Root>] {
    let notified = Journal<Int>()
    for (number, property) in properties.enumerated() {
        withObservationTracking {
            _ = root[keyPath: property]
        } onChange: {
            notified.note(number)
        }
    }
    try await change()
    return notified.entries.sorted().map { properties[$0] }
}
