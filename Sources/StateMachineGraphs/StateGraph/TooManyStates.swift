public import StateMachines

/// An exploration has found more states than it was to find, mostly because a payload keeps growing.
///
/// ```text
/// More than 100 states. The payload of counting keeps changing in count: counting(count: 99), and later
/// counting(count: 100). Let sampleEvents keep them finite, or explore with a key (abstractedBy:) that tells apart what
/// matters, or with a higher limit.
/// ```
public struct TooManyStates<Definition: FiniteStateDefinition>: Error, CustomStringConvertible {
    /// How many states were allowed.
    public let limit: Int

    /// Two states of the same case, the second of which was reached from the first; nothing if every case was found once.
    public let growth: (earlier: Definition, later: Definition)?

    @usableFromInline
    init(limit: Int, states: [Definition], parents: [UInt32]) {
        self.limit = limit
        var last = states.count - 1
        let later = Name(of: states[last])
        while parents[last] != last {
            last = Int(parents[last])
            if Name(of: states[last]).path == later.path { break }
        }
        let earlier = states[last]
        let isGrowth = last != states.count - 1 && Name(of: earlier).path == later.path
        growth = isGrowth ? (earlier, states[states.count - 1]) : nil
    }

    /// What has grown, with both states side by side, and what can be done.
    public var description: String {
        var growing = "."
        if let growth {
            let (earlier, later) = (Name(of: growth.earlier), Name(of: growth.later))
            growing = ". The payload of \(earlier.path.joined(separator: ".")) keeps changing"
            if let field = earlier.firstDifference(from: later)?.label { growing += " in \(field)" }
            growing += ": \(earlier), and later \(later)."
        }
        return """
            More than \(limit) states\(growing) Let sampleEvents keep them finite, or explore with a key \
            (abstractedBy:) that tells apart what matters, or with a higher limit.
            """
    }
}
