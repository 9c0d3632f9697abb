import StateMachines

/// Events that were tried, with the states that lack each event and whether any state handles it.
///
/// An event is identified by its path.
struct SampleEventCoverage<Definition: FiniteStateDefinition> {
    typealias Node = StateGraph<Definition>.Node

    private var events: [SampleEvent] = []
    private var indices: [[String]: Int] = [:]
    /// Indices of `Hashable` events, which a lookup finds without reflection.
    private var hashedIndices: [AnyHashable: Int] = [:]
    private let areEventsHashable = Definition.Event.self is any Hashable.Type

    private var cases = CaseCoverage(ofEvents: Definition.Event.self)

    /// Which state's events were tried first.
    private var first: Node?

    /// Events that every checked state offers.
    ///
    /// Each further state is compared only with these events.
    private var alwaysOffered: [Int] = []

    private struct SampleEvent {
        let path: [String]
        var isHandled = false
        var firstWithout: Node?
    }

    /// Events that no state handles.
    var unhandled: [[String]] { events.filter { !$0.isHandled }.map(\.path) }

    /// Declared cases of enums in events that no event has.
    var missingCases: [(type: Any.Type, caseName: String)] { cases.missing }

    /// Events that some states do not offer, each with the nearest such state.
    var unoffered: [(path: [String], node: Node)] {
        events.compactMap { event in event.firstWithout.map { (event.path, $0) } }
    }

    func path(of index: Int) -> [String] { events[index].path }

    mutating func accept(_ index: Int) { events[index].isHandled = true }

    /// Returns an event's number, which is new if the event was not tried before.
    mutating func index(of event: Definition.Event) -> Int {
        let hashable = areEventsHashable ? event as? AnyHashable : nil
        if let hashable, let index = hashedIndices[hashable] { return index }

        cases.count(event)
        let path = ValueName(of: event).path
        let index = indices[path] ?? events.count
        if index == events.count {
            indices[path] = index
            // An event that first occurs in a later state was not among the samples of the first
            // state.
            events.append(SampleEvent(path: path, firstWithout: first))
            if first == nil { alwaysOffered.append(index) }
        }
        if let hashable { hashedIndices[hashable] = index }
        return index
    }

    /// Records the events that a state offers, after each of them was tried.
    mutating func end(_ node: Node, offering offered: Set<Int>) {
        if first == nil { first = node }
        alwaysOffered.removeAll { index in
            if offered.contains(index) { return false }
            events[index].firstWithout = node
            return true
        }
    }
}
