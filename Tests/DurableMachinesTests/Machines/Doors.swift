import DurableMachines
import StateMachines

/// A door without activities.
enum PlainDoor: DurableDefinition, Hashable {
    case open

    enum Event: Codable, Hashable, Sendable { case knock }
    enum Activity: Codable, Hashable, Sendable { case watch }

    var activities: [Activity] { [] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {}
}

/// The same door in a later version of the program, in which somebody watches it.
enum WatchedDoor: DurableDefinition, Hashable {
    case open

    enum Event: Codable, Hashable, Sendable { case knock }
    enum Activity: Codable, Hashable, Sendable { case watch }

    var activities: [Activity] { [.watch] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {}
}
