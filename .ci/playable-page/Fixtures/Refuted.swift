import StateMachineGraphs
import StateMachines

/// A lift that does not keep what is promised of it.
enum Refuted: FiniteStateDefinition {
    case ground, moving, top, stuck

    enum Event: CaseIterable { case up, arrive, down, jam }

    enum Activity: Hashable { case motor }

    static var initialStates: [Refuted] { [.ground] }

    var activities: [Activity] { self == .moving ? [.motor] : [] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.ground, .up), (.top, .down): self = .moving
        case (.moving, .arrive): self = .top
        case (.moving, .jam): self = .stuck
        case (.moving, .down): self = .ground
        case (.ground, .arrive), (.ground, .down), (.ground, .jam), (.moving, .up), (.top, .up), (.top, .arrive),
            (.top, .jam), (.stuck, .up), (.stuck, .arrive), (.stuck, .down), (.stuck, .jam):
            throw .invalid
        }
    }

    static let properties: [MachineProperty<Refuted>] = [
        .always("the lift never gets stuck") { $0 != .stuck },
        .leadsTo(
            "a lift that moves arrives or gets stuck",
            from: { $0 == .moving },
            to: { $0 == .top || $0 == .stuck }
        ),
        .reachable("the top can be reached") { $0 == .top },
    ]
}
