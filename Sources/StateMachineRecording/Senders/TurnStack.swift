import Foundation

/// Turns of recorded machines that are in progress on one thread, the innermost last.
///
/// A turn never leaves its thread. If a hook sends an event to another machine on its own actor,
/// the other machine's turn begins while the first one is in progress. A machine that is recorded
/// in two sinks has two turns, one for each.
final class TurnStack {
    /// A turn in progress.
    private struct Turn {
        /// A weak reference to the machine's feed; `nil` if its recording has ended within the
        /// turn.
        weak var feed: AnyObject?
        let source: MachineSource
        let sink: ObjectIdentifier

        /// The machine's number in the sink.
        let machine: Int

        /// The number of the entry that the turn adds.
        let index: Int

        let began: RecordStamp
    }

    private var turns: [Turn] = []

    private init() {}

    /// The current thread's stack.
    static var current: TurnStack {
        let key = "StateMachineRecording.TurnStack"
        if let known = Thread.current.threadDictionary[key] as? TurnStack { return known }
        let stack = TurnStack()
        Thread.current.threadDictionary[key] = stack
        return stack
    }

    /// Begins a turn.
    ///
    /// A machine has one turn at a time, so an earlier turn of the machine is over.
    func begin(
        _ feed: AnyObject,
        _ source: MachineSource,
        in sink: any RecordSink,
        _ machine: Int,
        _ index: Int,
        at stamp: RecordStamp
    ) {
        end(feed)
        let sink = ObjectIdentifier(sink)
        turns.append(Turn(feed: feed, source: source, sink: sink, machine: machine, index: index, began: stamp))
    }

    /// Ends a machine's turn, and the turns that began within it.
    ///
    /// - Returns: The stamp of the turn's beginning.
    @discardableResult
    func end(_ feed: AnyObject) -> RecordStamp? {
        guard let index = turns.lastIndex(where: { $0.feed === feed }) else { return nil }
        let turn = turns[index]
        // The turn of the same machine in another sink continues.
        let same = turns[index...].filter { $0.source == turn.source && $0.feed !== feed }
        turns.replaceSubrange(index..., with: same)
        return turn.began
    }

    /// Returns the sender of the event that a machine is handling on this thread, as far as it is
    /// known.
    func sender(ofEventFor receiver: MachineSource, in sink: any RecordSink) -> EventSender? {
        while let last = turns.last, last.feed == nil { turns.removeLast() }
        if let innermost = turns.last(where: { $0.source != receiver }) {
            let id = ObjectIdentifier(sink)
            let turn = turns.last { $0.source == innermost.source && $0.sink == id }
            return turn.map { EventSender(machine: $0.machine, index: $0.index, within: .turn) }
        }
        guard let source = MachineSource.current, let machine = sink.number(of: source) else { return nil }
        return EventSender(machine: machine, within: .work)
    }
}
