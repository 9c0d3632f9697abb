import StateMachineGraphs

/// The identifiers of the states and events of a machine, which are the same in every format.
///
/// A format that merges several states uses the identifier of the nearest one.
struct AutomatonIdentifiers {
    /// The number of each state's class, where every difference between two states counts.
    let classes: [Int]

    /// The identifier of each class.
    let states: [String]

    /// The identifier of each event.
    ///
    /// It is distinct from every state's identifier because some readers use one namespace for
    /// both.
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

    /// Returns the identifier of a state of the machine.
    func identifier(ofState index: Int) -> String { states[classes[index]] }
}
