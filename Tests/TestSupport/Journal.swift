import Locking

/// What happened, in order, written from any thread.
public final class Journal<Entry: Sendable>: Sendable {
    private let contents = Locked<[Entry]>([])

    public init() {}

    public var entries: [Entry] { contents.withLock { $0 } }

    public func note(_ entry: Entry) {
        contents.withLock { $0.append(entry) }
    }
}

extension Journal where Entry: Equatable {
    /// The place of an entry's first occurrence.
    public func index(of entry: Entry) -> Int? { entries.firstIndex(of: entry) }
}
