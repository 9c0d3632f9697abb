import Foundation

/// The turns of inspected machines that are in progress on one thread, the innermost last.
///
/// A turn never leaves its thread. If a hook sends an event to another machine on the same actor,
/// the turn of the other machine begins while the first turn is in progress.
final class TurnStack {
    /// A turn in progress.
    private struct Turn {
        /// The feed of the machine; `nil` if the inspection has ended within the turn.
        weak var feed: AnyObject?
        let source: InspectionSource

        /// The number of the entry that the turn adds.
        let index: Int

        let began: Duration

        /// Whether another machine has handled an event within the turn.
        var hasInner = false
    }

    private var turns: [Turn] = []

    private init() {}

    /// The stack of the current thread.
    static var current: TurnStack {
        let key = "StateMachineInspection.TurnStack"
        if let known = Thread.current.threadDictionary[key] as? TurnStack { return known }
        let stack = TurnStack()
        Thread.current.threadDictionary[key] = stack
        return stack
    }

    /// Begins a turn.
    ///
    /// A machine has one turn at a time, so an earlier turn of the machine is over.
    func begin(_ feed: AnyObject, _ source: InspectionSource, _ index: Int, at time: Duration) {
        end(feed)
        turns.append(Turn(feed: feed, source: source, index: index, began: time))
    }

    /// Ends the turn of a machine, and the turns that began within it.
    ///
    /// - Returns: The time when the turn began, if another machine has handled an event within it.
    @discardableResult
    func end(_ feed: AnyObject) -> Duration? {
        guard let index = turns.lastIndex(where: { $0.feed === feed }) else { return nil }
        let turn = turns[index]
        turns.removeSubrange(index...)
        return turn.hasInner ? turn.began : nil
    }

    /// Returns the sender of the event that is being handled on this thread, as far as it is known.
    func sender(for inspector: ObjectIdentifier) -> EventSender? {
        while let last = turns.last, last.feed == nil { turns.removeLast() }
        if let turn = turns.last {
            guard turn.source.inspector == inspector else { return nil }
            turns[turns.count - 1].hasInner = true
            return EventSender(machine: turn.source.machine, index: turn.index, within: .turn)
        }
        guard let source = InspectionSource.current, source.inspector == inspector else { return nil }
        return EventSender(machine: source.machine, within: .work)
    }
}
