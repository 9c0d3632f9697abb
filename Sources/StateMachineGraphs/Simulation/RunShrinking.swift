public import StateMachines

/// A search for a shorter run that violates a property.
///
/// It stores the state before each event, so each attempt can begin at the first omitted event.
@usableFromInline
struct RunShrinking<Definition: FiniteStateDefinition> {
    /// Everything that determines the rest of a run.
    @usableFromInline
    struct Moment: Hashable {
        @usableFromInline var state: Definition

        /// The memory's number in the monitor's table.
        @usableFromInline var memory: Int?

        @inlinable
        init(_ run: SimulatedRun<Definition>) {
            state = run.state
            memory = run.monitors.first?.memory
        }
    }

    @usableFromInline let monitor: PropertyMonitor<Definition>?

    /// Events, the last of which violates the property.
    @usableFromInline private(set) var events: [Definition.Event] = []

    /// Moments before each event.
    @usableFromInline private(set) var moments: [Moment] = []

    /// Positions of each state and memory in the run, while the run is repeated.
    @usableFromInline private(set) var positions: [Moment: Int] = [:]

    /// How many events may still be tried.
    @usableFromInline private(set) var rest = 10_000_000

    /// Begins to shrink a run.
    ///
    /// - Parameter run: A run with one property, which has not tried any event yet.
    init(_ run: SimulatedRun<Definition>) {
        monitor = run.monitors.first
        visit(Moment(run))
    }

    /// Continues a run and discards each cycle's events.
    @inlinable
    mutating func retrace(_ run: inout SimulatedRun<Definition>, by count: Int) {
        for _ in 0..<count where !run.isOver {
            guard let event = run.tryEvent() else { return }
            events.append(event)
            if run.broken == nil { visit(Moment(run)) }
        }
        forgetUnusedMemories()
    }

    /// Forgets the memories that no moment contains.
    @inlinable
    func forgetUnusedMemories() { monitor?.table?.forget(1, Set(moments.compactMap(\.memory))) }

    @inlinable
    mutating func visit(_ moment: Moment) {
        if let position = positions[moment] {
            for later in moments[(position + 1)...] { positions[later] = nil }
            moments.removeLast(moments.count - position - 1)
            events.removeLast(events.count - position)
        } else {
            positions[moment] = moments.count
            moments.append(moment)
        }
    }

    /// Tries a list of events that has a common beginning with the current list.
    ///
    /// - Parameters:
    ///   - events: The events to try.
    ///   - kept: The number of events that both lists begin with.
    @inlinable
    mutating func attempt(_ events: [Definition.Event], after kept: Int) -> ShrinkingAttempt {
        guard rest > 0, kept < moments.count, var monitor else { return .isOver }
        let samples = SampleMembership(of: Definition.self)
        let table = monitor.table
        let known = table?.count() ?? 0
        var moment = moments[kept]
        var later: [Moment] = []
        for event in events[kept...] {
            guard samples.contains(event, in: moment.state) else { break }
            rest -= 1
            later.append(moment)
            let step = TraceStep(from: moment.state, event: event)
            monitor.memory = moment.memory
            if monitor.isBroken(by: step) {
                moments.replaceSubrange(kept..., with: later)
                forgetUnusedMemories()
                return .fails(moments.count)
            }
            moment.state = step.after
            moment.memory = monitor.memory
        }
        table?.forget(known, [])
        return .passes
    }
}
