import StateMachineDiagrams
import StateMachineGraphs

extension NamedGraph.Source {
    /// Creates the system of an explored machine.
    init(of machine: MachineDescription) {
        nodes = machine.states.map { state in
            Node(
                place: StatePlace(of: state.name),
                isInitial: state.isInitial,
                isFinal: state.isFinal,
                isOpen: state.isCut
            )
        }
        edges = machine.steps.compactMap { step in
            step.reaction.map { reaction in
                Edge(source: step.source, event: machine.events[step.event].path, target: reaction.target)
            }
        }
    }
}

extension StatePlace {
    /// Creates the place of a state.
    init(of name: ValueName) {
        // A machine that stores its history is a struct around one state.
        if name.caseName == nil, name.regions.count == 1 {
            self = StatePlace(of: name.regions[0].name)
            return
        }
        self.init(
            name: name.caseName,
            regions: name.regions.map { Region(label: $0.label, place: StatePlace(of: $0.name)) }
        )
    }
}
