import StateMachineGraphs
import StateMachines

/// A machine to be inspected.
enum Player: FiniteStateDefinition, Codable {
    case idle
    case playing(title: String)

    enum Event: Hashable, Codable {
        case play(title: String)
        case stop
    }

    enum Activity: Hashable {
        case sound(of: String)
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .play(let title)): self = .playing(title: title)
        case (.playing, .stop): self = .idle
        case (.idle, .stop), (.playing, .play): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .idle: []
        case .playing(let title): [.sound(of: title)]
        }
    }

    static var initialStates: [Player] { [.idle] }

    var sampleEvents: [Event] {
        switch self {
        case .idle: [.play(title: "sea"), .stop]
        case .playing(let title): [.play(title: "more \(title)"), .stop]
        }
    }

    static let properties: [MachineProperty<Player>] = [
        .never("nothing forbidden is played") { $0 == .playing(title: "forbidden") }
    ]
}
