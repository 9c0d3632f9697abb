extension Fleet {
    /// Returns a machine's history as a sequence that waits for new entries.
    ///
    /// To show a durable machine in a view or in the inspector, replay its events in a machine in
    /// memory:
    ///
    /// ```swift
    /// var copy: StateMachine<Order>?
    /// for try await entry in orders.follow("order-42") {
    ///     switch entry.content {
    ///     case .created(let state): copy = StateMachine(state)
    ///     case .handled(let event), .rejected(let event, _): copy?.send(event)
    ///     case .deleted, .raw: copy = nil
    ///     }
    /// }
    /// ```
    ///
    /// If the machine doesn't exist yet, the sequence waits for it. Events from this process appear
    /// immediately, and events from other processes appear within ``FleetSettings/pollInterval``.
    /// When its task is cancelled, the sequence ends.
    ///
    /// - Parameters:
    ///   - id: The machine's ID.
    ///   - number: The number of the last entry you know, or 0 for the whole history.
    /// - Returns: A sequence that throws the store's errors. After an error, follow the machine
    ///   again from the last entry you received.
    public func follow(
        _ id: String,
        after number: Int = 0
    ) -> some AsyncSequence<HistoryEntry, FleetError> & Sendable {
        FollowedHistory(fleet: self, id: id, number: number)
    }
}

/// A machine's history, which waits for new entries.
struct FollowedHistory<Definition: DurableDefinition>: AsyncSequence, Sendable {
    let fleet: Fleet<Definition>
    let id: String
    let number: Int

    /// Creates an independent iterator.
    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(fleet: fleet, id: id, number: number)
    }

    /// An iterator over the entries.
    struct AsyncIterator: AsyncIteratorProtocol {
        let fleet: Fleet<Definition>
        let id: String
        var number: Int
        private var found: ArraySlice<Fleet<Definition>.HistoryEntry> = []

        init(fleet: Fleet<Definition>, id: String, number: Int) {
            self.fleet = fleet
            self.id = id
            self.number = number
        }

        /// Returns the next entry, or `nil` if the task is cancelled.
        ///
        /// - Throws: An error from the store. You can call the method again.
        mutating func next() async throws(FleetError) -> Fleet<Definition>.HistoryEntry? {
            while !Task.isCancelled {
                if let entry = found.popFirst() {
                    number = entry.number
                    return entry
                }
                let signals = fleet.wakeUp.signals
                do throws(FleetError) {
                    found = try await fleet.history(of: id, after: number)[...]
                } catch .cancelled {
                    return nil
                }
                guard found.isEmpty else { continue }
                let settings = fleet.settings
                await fleet.wakeUp.wait(after: signals, atMost: settings.pollInterval, clock: settings.clock)
            }
            return nil
        }
    }
}
