import StateMachineLocks

/// A list of entries, in order, written from any thread.
package final class Journal<Entry: Sendable>: Sendable {
    private let contents = Locked<[Entry]>([])

    package init() {}

    package var entries: [Entry] { contents.withLock { $0 } }

    package func note(_ entry: Entry) {
        contents.withLock { $0.append(entry) }
    }

    package func removeAll() {
        var removed: [Entry] = []
        contents.withLock { swap(&$0, &removed) }
    }
}

extension Journal where Entry: Equatable {
    /// The index of an entry's first occurrence.
    package func index(of entry: Entry) -> Int? { entries.firstIndex(of: entry) }
}
