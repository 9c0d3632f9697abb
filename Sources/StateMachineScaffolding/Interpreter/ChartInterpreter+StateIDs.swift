// The interpreter numbers the states of a chart itself, in document order, so that it shares no
// code with `ChartTree`, whose rules it tests.

extension ChartInterpreter {
    /// The active states.
    package var activeStates: Set<StateID> { Set(configuration.map(StateID.init)) }

    /// The states that the last event has entered.
    var enteredStates: Set<StateID> { Set(entered.map(StateID.init)) }

    /// Returns the states that a history has stored; `nil` if it has stored none.
    func storedStates(in history: StateID) -> Set<StateID>? {
        historyValue[history.number].map { Set($0.map(StateID.init)) }
    }
}
