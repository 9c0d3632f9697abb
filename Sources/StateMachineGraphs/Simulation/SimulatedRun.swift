public import StateMachines

/// One random run, with the properties that are watched along it.
@usableFromInline
struct SimulatedRun<Definition: FiniteStateDefinition> {
    /// The current state.
    @usableFromInline private(set) var state: Definition

    /// How many events were tried.
    @usableFromInline private(set) var stepCount = 0

    /// The number of the property that was broken first.
    @usableFromInline private(set) var broken: Int?

    /// Whether a property is broken, or nothing is handled.
    @usableFromInline private(set) var isOver = false

    @usableFromInline private(set) var monitors: [PropertyMonitor<Definition>]
    @usableFromInline private(set) var random: SeededGenerator

    /// How many events were rejected since one was handled.
    @usableFromInline private(set) var rejectedInARow = 0

    /// Whether all claims are about states: then nothing but the state has to be known of a step.
    @usableFromInline let isAboutStates: Bool

    init(from initial: Definition, _ monitors: [PropertyMonitor<Definition>], _ random: SeededGenerator) {
        state = initial
        self.monitors = monitors
        self.random = random
        isAboutStates = monitors.allSatisfy(\.isAboutStates)
        for index in monitors.indices where broken == nil {
            if self.monitors[index].begin(in: initial) != nil { broken = index }
        }
        isOver = broken != nil
    }

    /// Tries so many more events, unless it is over before.
    @inlinable
    mutating func advance(by count: Int) {
        for _ in 0..<count where !isOver { _ = tryEvent() }
    }

    /// Tries one more event, and returns it; `nil` without sample events.
    @inlinable
    mutating func tryEvent() -> Definition.Event? {
        let events = state.sampleEvents
        guard let event = events.randomElement(using: &random) else {
            isOver = true
            return nil
        }
        stepCount += 1
        if isAboutStates ? move(by: event) : step(by: event) {
            rejectedInARow = 0
        } else {
            rejectedInARow += 1
            if rejectedInARow > 2 * events.count { endIfStuck(events) }
        }
        return event
    }

    /// Looks at the state after an event alone.
    ///
    /// - Returns: Whether the event is handled.
    @inlinable
    mutating func move(by event: Definition.Event) -> Bool {
        var next = state
        do throws(TransitionError) { _ = try next.handleEvent(event) } catch { return false }
        state = next
        note(monitors.firstIndex { $0.isBroken(in: next) })
        return true
    }

    /// Looks at everything that an event does.
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

    /// After so many rejected in a row, all are tried.
    @inlinable
    mutating func endIfStuck(_ events: [Definition.Event]) {
        rejectedInARow = 0
        let isStuck = !events.contains { event in
            var next = state
            do throws(TransitionError) { _ = try next.handleEvent(event) } catch { return false }
            return true
        }
        if isStuck { isOver = true }
    }
}
