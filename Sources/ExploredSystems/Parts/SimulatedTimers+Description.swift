extension SimulatedTimers: DescribedPart {
    /// The identifiers of the timers with their progress, such as `[0: scheduled, 1: awake]`.
    ///
    /// A timer can be `scheduled`, `registered`, `awake`, `fired` or `cancelled`. A timer that was
    /// cancelled too late is `awake and cancelled`. A timer with a duration is `due in 2` rather
    /// than `scheduled`. Timers for which no move remains do not appear.
    public var description: String { StateDifference.text(self) }

    var shown: Any { PartEntries(list: list.map { ($0.id, $0.status) }) }
}

extension SimulatedTimers.Timer {
    fileprivate var status: PartStatus {
        let progress = isAwake ? "awake" : isRegistered ? "registered" : nil
        let words = [
            progress, hasFired ? "fired" : nil, isCancelled ? "cancelled" : nil, remaining.map { "due in \($0)" },
        ].compactMap { $0 }
        return PartStatus(words.isEmpty ? ["scheduled"] : words)
    }
}
