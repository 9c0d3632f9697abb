import StateMachineGraphs
import StateMachines

/// A monitor that records the laws that the entries and exits of activities violate.
struct ActivityMonitor<Activity: Hashable & Sendable>: Sendable {
    /// Activities after the last event, outermost first.
    private var listed: [Activity]

    /// Current activities, according to the hooks.
    private var ongoing: ActivityBag<Activity>

    private var exited: [Activity] = []
    private var entered: [Activity] = []

    /// Violated laws, in the order in which the monitor noticed them.
    private(set) var broken: [BrokenLaw] = []

    init(ongoing: [Activity] = []) {
        listed = ongoing
        self.ongoing = ActivityBag(ongoing)
    }

    mutating func exit(_ activity: Activity) {
        if let first = entered.first {
            note(.exitsBeforeEntries, "\(name(first)) is entered before \(name(activity)) is exited.")
        }
        if let last = exited.last, let before = listed.firstIndex(of: last),
            let index = listed.firstIndex(of: activity),
            before < index
        {
            note(.exitsBeforeEntries, "\(name(last)) is exited before the inner activity \(name(activity)).")
        }
        exited.append(activity)
        if !ongoing.remove(activity) {
            note(.accountOfActivities, "\(name(activity)) is exited although it is not current.")
        }
    }

    mutating func enter(_ activity: Activity) {
        entered.append(activity)
        if activity == activity, ongoing.contains(activity) {
            note(.enteredOnce, "\(name(activity)) is entered although it is already current.")
        } else {
            ongoing.insert(activity)
        }
    }

    /// Compares the tracked activities with the machine's, after all listeners have been notified
    /// of an event.
    mutating func settle(_ activities: [Activity]) {
        let indices = entered.compactMap { activities.firstIndex(of: $0) }
        if let wrong = zip(indices, indices.dropFirst()).first(where: { $0 > $1 }) {
            let (first, second) = (activities[wrong.0], activities[wrong.1])
            note(.exitsBeforeEntries, "\(name(first)) is entered before the outer activity \(name(second)).")
        }
        for activity in activities.uniqued() where !ongoing.remove(activity) {
            note(.accountOfActivities, "\(name(activity)) is current although it was not entered.")
        }
        for activity in (listed + entered).uniqued() where ongoing.remove(activity) {
            note(.accountOfActivities, "\(name(activity)) is not current although it was not exited.")
        }
        // Each difference is reported once and not after every event.
        ongoing = ActivityBag(activities.uniqued())
        listed = activities
        (exited, entered) = ([], [])
    }

    /// Checks that a stopped machine has no activities.
    mutating func end(_ activities: [Activity]) {
        for activity in (listed + activities).uniqued()
        where ongoing.contains(activity) || activities.contains(activity) {
            note(.nothingLeft, "\(name(activity)) is still current after the machine was stopped.")
        }
        self = ActivityMonitor(broken: broken)
    }

    private init(broken: [BrokenLaw]) {
        self.init()
        self.broken = broken
    }

    mutating func takeBroken() -> [BrokenLaw] {
        defer { broken = [] }
        return broken
    }

    private mutating func note(_ law: MachineLaw, _ detail: String) {
        broken.append(BrokenLaw(law, detail))
    }

    private func name(_ activity: Activity) -> String { "\(ValueName(of: activity))" }
}
