extension ExploredSystem {
    /// Makes moves in the middle of the current move, to explore callbacks that call back.
    ///
    /// Call this method where your system performs an action that runs foreign code: a call to a
    /// delegate or a callback, or a write to a channel. Foreign code may call the code under test
    /// before the action returns.
    ///
    /// ```swift
    /// mutating func perform(_ action: Connection.Action) throws(SystemFault) {
    ///     switch action {
    ///     case .writeHead:
    ///         // The channel may become unwritable while it writes.
    ///         try reenter("writing the head") { $0.channelMoves(&$1) }
    ///         try perform(connection.headWritten())
    ///     …
    /// ```
    ///
    /// An exploration makes the current move once without any move in its middle, and once more for
    /// each move that you offer here. The name of a step with a move in its middle contains both
    /// moves, as in `request [writing the head: becomes unwritable]`. Outside an exploration, this
    /// method does nothing. In a replay, it makes moves only if the name of the current step
    /// contains the moves that you offer here.
    ///
    /// Offer only moves that the callback itself can make. If a lock protects the code under test,
    /// other threads can make their moves only between two steps.
    ///
    /// - Parameters:
    ///   - action: The name of the action. It becomes a part of the step's name.
    ///   - limit: The largest number of moves that may happen here, one after the other. No further
    ///     moves happen in the middle of these moves.
    ///   - assumption: The assumption that a step depends on if such a move happens in it.
    ///   - offer: A closure that offers the moves that may happen here, in the current state. Each
    ///     move needs a different name.
    /// - Throws: The ``SystemFault`` of a move that happens here.
    /// - Complexity: The exploration makes the current move once for each sequence of moves that
    ///   can happen in the middle of it.
    public mutating func reenter(
        _ action: String,
        limit: Int = 1,
        assuming assumption: SystemAssumption? = .reentrancy,
        _ offer: (Self, inout SystemMoves<Self>) -> Void = { $0.moves(&$1) }
    ) throws(SystemFault) {
        guard let choices = StepChoices.present?.choices else { return }
        for _ in 0..<limit {
            var moves = SystemMoves<Self>()
            offer(self, &moves)
            guard let move = choices.enter(action, in: self, from: moves) else { return }
            if let assumption { choices.assume(assumption) }
            do { try move.body(&self) } catch { throw SystemFault(thrown: error, in: move.title) }
            choices.leave()
        }
    }
}
