extension Chart.State {
    /// Adds an activity for each event that is a time, such as “after 30 s”.
    ///
    /// UML calls it a time event (UML 2.5.1, section 13.3.3.2): it occurs when the machine has been
    /// in the state for that time. The activity waits and then sends the event.
    mutating func addTimers() {
        for name in transitions.flatMap(\.events).map(\.name) {
            guard let time = Self.time(of: name) else { continue }
            let activity = "wait \(time) in \(label ?? id)"
            if !activities.contains(activity) { activities.append(activity) }
        }
    }

    /// Returns “30 s” for “after 30 s” and for “after (30 s)”, and `nil` for other events.
    static func time(of event: String) -> String? {
        guard event.hasPrefix("after") else { return nil }
        let time = event.dropFirst("after".count).trimmingPrefix(while: { $0 == " " || $0 == "(" })
        let unit = /(\d+(?:\.\d+)?) ?(ms|s|sec|seconds?|min|minutes?|h|hours?|d|days?)\)?/
        guard time.startIndex > event.index(event.startIndex, offsetBy: 5), time.wholeMatch(of: unit) != nil else {
            return nil
        }
        return String(time.hasSuffix(")") ? time.dropLast() : time)
    }
}
