/// What is assumed of the events that arrive, so that something can be promised.
///
/// A definition cannot know whether the network ever answers. That *if* it answers the search comes to an end, is a
/// property with an assumption:
///
/// ```swift
/// .leadsTo("a search comes to an end", from: \.isSearching, to: { !$0.isSearching }, assuming: [
///     .weak("an answer comes") { $0.isAnswer },
/// ])
/// ```
///
/// One thing is assumed in any case: that events keep coming as long as any is accepted. A server that never answers while the user does
/// nothing either is not a run that goes on. The events of a predicate count as one: it is enough that any of them arrives. Without an assumption, a run may take the same
/// way round and round for ever. Source: Manna and Pnueli, *The Temporal Logic of Reactive and Concurrent Systems*, 1992.
public struct Fairness<Event: Sendable>: Sendable {
    enum Strength: Sendable { case weak, strong }

    /// What is assumed, in words.
    public let name: String

    let strength: Strength

    /// Which events are meant; nothing for each event by itself.
    let includes: (@Sendable (Event) -> Bool)?

    /// What stays possible without interruption happens at last.
    ///
    /// - Parameters:
    ///   - name: What is assumed, in words that go on after "if": `an answer comes`.
    ///   - events: The events that are meant.
    public static func weak(_ name: String, _ events: @escaping @Sendable (Event) -> Bool) -> Fairness {
        Fairness(name: "\(name) (weakly fair)", strength: .weak, includes: events)
    }

    /// What becomes possible again and again happens again and again.
    ///
    /// - Parameters:
    ///   - name: What is assumed, in words that go on after "if": `an answer comes`.
    ///   - events: The events that are meant.
    public static func strong(_ name: String, _ events: @escaping @Sendable (Event) -> Bool) -> Fairness {
        Fairness(name: "\(name) (strongly fair)", strength: .strong, includes: events)
    }

    /// Each sample event by itself happens at last if it stays possible.
    public static var weakForEachEvent: Fairness {
        Fairness(name: "each event is weakly fair", strength: .weak, includes: nil)
    }

    /// Each sample event by itself happens again and again if it becomes possible again and again.
    public static var strongForEachEvent: Fairness {
        Fairness(name: "each event is strongly fair", strength: .strong, includes: nil)
    }
}

extension Collection {
    /// The assumptions as one phrase.
    func words<Event>() -> String where Element == Fairness<Event> { map(\.name).joined(separator: " and ") }
}
