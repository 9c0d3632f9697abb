import StateMachines

/// The events that were tried, by their paths: where each is offered, and whether it is handled
/// anywhere.
struct SampleEventCoverage<Definition: FiniteStateDefinition> {
    typealias Node = StateGraph<Definition>.Node

    private var events: [SampleEvent] = []
    private var indices: [[String]: Int] = [:]
    /// The same indices again, where events are `Hashable`: finding one of these takes no
    /// reflection.
    private var hashedIndices: [AnyHashable: Int] = [:]
    private let areEventsHashable = Definition.Event.self is any Hashable.Type

    /// The first state whose events were tried.
    private var first: Node?

    /// The events that each state so far has offered, so that each state is compared with these
    /// alone.
    private var alwaysOffered: [Int] = []

    private struct SampleEvent {
        let path: [String]
        var isHandled = false
        var firstWithout: Node?
    }

    /// The events that are handled nowhere.
    var unhandled: [[String]] { events.filter { !$0.isHandled }.map(\.path) }

    /// The events that some states do not offer, each with the nearest of these.
    var unoffered: [(path: [String], node: Node)] {
        events.compactMap { event in event.firstWithout.map { (event.path, $0) } }
    }

    func path(of index: Int) -> [String] { events[index].path }

    mutating func accept(_ index: Int) { events[index].isHandled = true }

    /// The number of an event, which is a new one if it was not tried before.
    mutating func index(of event: Definition.Event) -> Int {
        let hashable = areEventsHashable ? event as? AnyHashable : nil
        if let hashable, let index = hashedIndices[hashable] { return index }

        let path = ValueName(of: event).path
        let index = indices[path] ?? events.count
        if index == events.count {
            indices[path] = index
            // An event that is new in a later state was not among the samples of the first one.
            events.append(SampleEvent(path: path, firstWithout: first))
            if first == nil { alwaysOffered.append(index) }
        }
        if let hashable { hashedIndices[hashable] = index }
        return index
    }

    /// Notes what a state has offered, after all its events were tried.
    mutating func end(_ node: Node, offering offered: Set<Int>) {
        if first == nil { first = node }
        alwaysOffered.removeAll { index in
            if offered.contains(index) { return false }
            events[index].firstWithout = node
            return true
        }
    }
}
