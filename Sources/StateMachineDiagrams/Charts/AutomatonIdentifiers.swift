import StateMachineGraphs

/// The identifiers of the states and events of a machine, the same ones in every format.
///
/// A format that makes one state of several calls it like the nearest of them.
struct AutomatonIdentifiers {
    /// For each state of the machine the number of its class, where all that tells two states apart
    /// counts.
    let classes: [Int]

    /// For each of these classes its identifier.
    let states: [String]

    /// For each event its identifier, which no state has: some readers keep both in one namespace.
    let events: [String]

    init(of machine: MachineDescription) {
        let classes = BisimulationClasses(of: machine, isExact: true).numbers
        var identifiers = Identifiers()
        var states: [String] = []
        for (state, number) in classes.enumerated() where number == states.count {
            states.append(identifiers.identifier(for: machine.states[state].name.path.joined(separator: "_")))
        }
        events = machine.events.map { identifiers.identifier(for: $0.path.joined(separator: "_")) }
        self.classes = classes
        self.states = states
    }

    /// The identifier of a state of the machine.
    func identifier(ofState index: Int) -> String { states[classes[index]] }
}
