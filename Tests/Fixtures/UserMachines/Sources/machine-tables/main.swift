import Elevators
import StateMachineGraphs
import TransitionTables

let properties: [MachineProperty<Elevator>] = [
    .everyTransition("the cabin leaves with closed doors") { $0.after != .moving || $0.before == .standing(.closed) },
    .activity(.motor, isEnteredOnceBetween: .go, and: .arrive),
    .alwaysPossible("the cabin stands, or the brake has been pulled") { state in
        switch state {
        case .standing, .failed: true
        case .moving: false
        }
    },
]

MachineCatalog(
    .machine(Elevator.self, properties: properties),
    .machine(Trip.self, abstractedBy: { trip in min(trip.stops, 2) })
).main()
