#if !hasFeature(Embedded)
import Synchronization

/// One stretch of an activity, from its entry to its exit.
final class ActivityInstance<Activity: Hashable & Sendable>: Sendable {
    let activity: Activity
    private let retired = Atomic(false)

    init(of activity: Activity) {
        self.activity = activity
    }

    /// Whether the machine has exited this instance, or its run has ended.
    ///
    /// What it sends from then on is stale.
    var isRetired: Bool { retired.load(ordering: .acquiring) }

    func retire() {
        retired.store(true, ordering: .releasing)
    }
}
#endif
