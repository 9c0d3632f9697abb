import StateMachines

/// A trip with any number of stops.
package enum Trip: FiniteStateDefinition {
    /// The cabin has stopped so many times.
    case riding(stops: Int)

    /// Everybody has got out.
    case over

    /// What happens on the way.
    package enum Event: CaseIterable, Sendable {
        /// The cabin stops.
        case stop

        /// Everybody gets out.
        case leave
    }

    package static var initialStates: [Trip] { [.riding(stops: 0)] }

    /// How many times the cabin has stopped; a negative number after the trip.
    package var stops: Int {
        switch self {
        case .riding(let stops): stops
        case .over: -1
        }
    }

    package mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.riding(let stops), .stop): self = .riding(stops: stops + 1)
        case (.riding, .leave): self = .over
        case (.over, .stop), (.over, .leave): throw .invalid
        }
    }
}
