import Elevators
import TransitionTables

MachineCatalog(
    .machine(Elevator.self),
    .machine(Trip.self, abstractedBy: { trip in min(trip.stops, 2) })
).main()
