import RegexBuilder

extension Chart.Wait {
    /// The units of a time, with their milliseconds.
    private static let units = [(86_400_000, " days"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms")]

    /// Returns “30s” for a delay of 30000 milliseconds, and the name of a delay as it is.
    static func words(forDelay delay: String) -> String {
        guard let milliseconds = Int(delay), milliseconds > 0,
            let (size, unit) = units.first(where: { milliseconds.isMultiple(of: $0.0) })
        else { return Double(delay) == nil ? delay : "\(delay) ms" }
        return "\(milliseconds / size)\(milliseconds == 86_400_000 ? " day" : unit)"
    }
}

extension Chart.State {
    /// Adds an activity for each event that is a time, such as “after 30 s”.
    ///
    /// UML calls it a relative time event (UML 2.5.1, section 13.3.3.4): it occurs when the machine
    /// has been in the state for that time. The activity waits and then sends the event. Both names
    /// contain the state, because several states can wait at once.
    mutating func addTimers() {
        for transition in transitions.indices {
            for event in transitions[transition].events.indices {
                guard let time = Self.time(of: transitions[transition].events[event].name) else { continue }
                let (activity, wait) = Chart.Wait.after(time, in: id)
                transitions[transition].events[event].name = wait.event
                waits[activity] = wait
                if !activities.contains(activity) { activities.append(activity) }
            }
        }
    }

    /// A unit of time in a label.
    static var timeUnit: Regex<Substring> {
        /ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?/
    }

    /// Returns “30s” for “after 30 s” and for “After (30 S)”, and `nil` for other events.
    static func time(of event: String) -> String? {
        guard event.prefix(5).lowercased() == "after" else { return nil }
        let time = Regex {
            /[0-9]+(?:\.[0-9]+)?|\.[0-9]+/
            ZeroOrMore(" ")
            timeUnit
        }
        let isTime = Regex {
            "after"
            ChoiceOf {
                Regex {
                    OneOrMore(" ")
                    Capture { time }
                }
                Regex {
                    ZeroOrMore(" ")
                    "("
                    Capture { time }
                    ")"
                }
            }
        }
        guard let match = event.wholeMatch(of: isTime.ignoresCase()), let time = match.1 ?? match.2 else { return nil }
        let text = (time.first == "." ? "0\(time)" : String(time)).lowercased()
        let (digits, letters) = (text.prefix { !$0.isLetter && $0 != " " }, text.drop { !$0.isLetter })
        guard digits.contains(where: { "123456789".contains($0) }) else { return nil }
        // In a name, “30s” is easier to read than “30S”.
        return "\(digits)\(letters.count > 3 ? " " : "")\(letters)"
    }
}
