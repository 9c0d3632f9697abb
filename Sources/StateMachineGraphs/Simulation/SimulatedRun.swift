public import StateMachines

/// A random run, with the monitors of the properties that are checked along it.
@usableFromInline
struct SimulatedRun<Definition: FiniteStateDefinition> {
    /// The current state.
    @usableFromInline private(set) var state: Definition

    /// How many events were tried.
    @usableFromInline private(set) var stepCount = 0

    /// Which monitor's property was violated first.
    @usableFromInline private(set) var broken: Int?

    /// Whether a property is violated, or the state handles no event.
    @usableFromInline private(set) var isOver = false

    @usableFromInline private(set) var monitors: [PropertyMonitor<Definition>]
    @usableFromInline private(set) var promises: [PromiseWatch<Definition>]
    @usableFromInline private(set) var random: SeededGenerator

    /// How many events were rejected since the last handled event.
    @usableFromInline private(set) var rejectedInARow = 0

    /// Whether all monitored properties are about states, so a check needs only the next state.
    @usableFromInline let isAboutStates: Bool

    init(
        from initial: Definition,
        _ monitors: [PropertyMonitor<Definition>],
        _ promises: [PromiseWatch<Definition>],
        _ random: SeededGenerator
    ) {
        state = initial
        self.monitors = monitors
        self.promises = promises
        self.random = random
        isAboutStates = monitors.allSatisfy(\.isAboutStates)
        for index in monitors.indices where broken == nil {
            if self.monitors[index].begin(in: initial) != nil { broken = index }
        }
        isOver = broken != nil
        for index in promises.indices { self.promises[index].visit(initial) }
    }

    /// Tries a number of events but stops early if the run is over.
    @inlinable
    mutating func advance(by count: Int) {
        for _ in 0..<count where !isOver { _ = tryEvent() }
    }

    /// Tries an event and returns it, or returns `nil` if there are no sample events.
    @inlinable
    mutating func tryEvent() -> Definition.Event? {
        let events = state.sampleEvents
        guard let event = events.randomElement(using: &random) else {
            end()
            return nil
        }
        stepCount += 1
        if isAboutStates ? move(by: event) : step(by: event) {
            rejectedInARow = 0
            for index in promises.indices { promises[index].visit(state) }
        } else {
            rejectedInARow += 1
            if rejectedInARow > 2 * events.count { endIfStuck() }
        }
        return event
    }

    /// Tries an event and checks only the next state.
    ///
    /// - Returns: Whether the event is handled.
    @inlinable
    mutating func move(by event: Definition.Event) -> Bool {
        var next = state
        do throws(Definition.Rejection) { _ = try next.handleEvent(event) } catch { return false }
        state = next
        note(monitors.firstIndex { $0.isBroken(in: next) })
        return true
    }

    /// Tries an event and checks the whole step.
    ///
    /// - Returns: Whether the event is handled.
    @inlinable
    mutating func step(by event: Definition.Event) -> Bool {
        let step = TraceStep(from: state, event: event)
        state = step.after
        var first: Int?
        for index in monitors.indices where monitors[index].isBroken(by: step) && first == nil { first = index }
        note(first)
        return step.isHandled
    }

    @inlinable
    mutating func note(_ index: Int?) {
        guard let index else { return }
        broken = index
        isOver = true
    }

    /// Ends the run if the state handles no event.
    @inlinable
    mutating func endIfStuck() {
        if isOver { return }
        rejectedInARow = 0
        if state.handlesNothing { end() }
    }

    /// Ends the run in a state that handles no event.
    @inlinable
    mutating func end() {
        isOver = true
        for index in promises.indices { promises[index].end(in: state) }
    }
}
