import StateMachines

/// A machine with more states than a picture shows.
struct Crowded: FiniteStateDefinition, CustomStringConvertible {
    var index = 0

    var description: String { "state \(index)" }

    enum Event: CaseIterable { case next, previous, reset }

    static var initialStates: [Crowded] { [Crowded()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .next: index = (index + 1) % 160
        case .previous: index = (index + 159) % 160
        case .reset:
            guard index != 0 else { throw .invalid }
            index = 0
        }
    }
}
