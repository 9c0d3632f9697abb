import StateMachineGraphs
import StateMachines

/// Keeps account of the activities that hooks see enter and exit, and notes what must not happen.
struct ActivityMonitor<Activity: Hashable & Sendable>: Sendable {
    /// What went on when the last event had been handled, outermost first.
    private var listed: [Activity]

    /// What goes on by now, as the hooks tell it.
    private(set) var ongoing: Set<Activity>

    private var exited: [Activity] = []
    private var entered: [Activity] = []

    /// What is wrong, in the order in which it was noticed.
    private(set) var broken: [BrokenLaw] = []

    init(ongoing: [Activity] = []) {
        listed = ongoing
        self.ongoing = Set(ongoing)
    }

    mutating func exit(_ activity: Activity) {
        if let first = entered.first {
            note(.exitsBeforeEntries, "\(name(first)) is entered before \(name(activity)) is exited.")
        }
        if let last = exited.last, let before = listed.firstIndex(of: last),
            let place = listed.firstIndex(of: activity),
            before < place
        {
            note(.exitsBeforeEntries, "\(name(last)) is exited before \(name(activity)), which is inside it.")
        }
        exited.append(activity)
        if ongoing.remove(activity) == nil {
            note(.accountOfActivities, "\(name(activity)) is exited, but does not go on.")
        }
    }

    mutating func enter(_ activity: Activity) {
        entered.append(activity)
        if !ongoing.insert(activity).inserted {
            note(.enteredOnce, "\(name(activity)) is entered, but goes on already.")
        }
    }

    /// Compares the account with what the machine says, once everybody has heard of an event.
    mutating func settle(_ activities: [Activity]) {
        let places = entered.compactMap { activities.firstIndex(of: $0) }
        if let wrong = zip(places, places.dropFirst()).first(where: { $0 > $1 }) {
            let (first, second) = (activities[wrong.0], activities[wrong.1])
            note(.exitsBeforeEntries, "\(name(first)) is entered before \(name(second)), which it is inside.")
        }
        for activity in activities where !ongoing.contains(activity) {
            note(.accountOfActivities, "\(name(activity)) goes on, but was not entered.")
        }
        for activity in (listed + entered).uniqued(without: activities) where ongoing.contains(activity) {
            note(.accountOfActivities, "\(name(activity)) does not go on, but was not exited.")
        }
        // What is wrong once is not to be reported after each event.
        ongoing = Set(activities)
        listed = activities
        (exited, entered) = ([], [])
    }

    /// Checks that nothing goes on once the machine is stopped.
    mutating func end(_ activities: [Activity]) {
        for activity in (listed + activities).uniqued()
        where ongoing.contains(activity) || activities.contains(activity) {
            note(.nothingLeft, "\(name(activity)) goes on after the machine was stopped.")
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

    private mutating func note(_ law: Law, _ detail: String) {
        broken.append(BrokenLaw(law, detail))
    }

    private func name(_ activity: Activity) -> String { "\(ValueName(of: activity))" }
}
