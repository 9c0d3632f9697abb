/// A move that does not end, because it waits for a lock or runs forever.
public struct StuckMove: Hashable, Sendable, CustomStringConvertible {
    /// The name of the move.
    public let name: String

    /// The names of the moves before it.
    public let before: [String]

    /// Whether the move uses no processor time, because it waits for a lock.
    ///
    /// An earlier trap may have left the lock locked.
    public let isWaiting: Bool

    /// Creates a description of a move that does not end.
    package init(name: String, before: [String], isWaiting: Bool) {
        (self.name, self.before, self.isWaiting) = (name, before, isWaiting)
    }

    /// The move, the reason why it does not end, and the moves before it.
    public var description: String {
        let reason = isWaiting ? "it waits, perhaps for a lock that stayed locked after a trap" : "it runs forever"
        let path =
            before.isEmpty ? "It is the first move." : "The moves before it are: \(before.joined(separator: ", "))."
        return "'\(name)' does not return: \(reason). \(path)"
    }
}
