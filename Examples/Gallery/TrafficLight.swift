public import StateMachines

/// A traffic light that goes on by itself, and flashes when it is out of order.
///
/// Each phase has a timer: an activity that sleeps and then sends ``Event/timeIsUp``. To leave the
/// phase is to cancel it, so no timer of a phase that is over can disturb the next one.
public enum TrafficLight: StateDefinition, Hashable, CaseIterable {
    /// Stop. The light begins here, and comes back when it has been repaired, since nobody is
    /// surprised by a red light.
    case red

    /// Go.
    case green

    /// Stop if you can: red comes next.
    case amber

    /// The light is out of order: the amber lamp flashes, and the signs count.
    case flashing

    /// What happens to the light.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The phase has lasted as long as it should.
        case timeIsUp

        /// Something is broken.
        case didFail

        /// Somebody has repaired it.
        case didRepair
    }

    /// A phase of the ordinary sequence.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// Stop.
        case red
        /// Go.
        case green
        /// Stop if you can.
        case amber

        /// How long the phase lasts.
        public var duration: Duration {
            switch self {
            case .red: .seconds(4)
            case .green: .seconds(5)
            case .amber: .seconds(2)
            }
        }
    }

    /// What goes on in a state.
    public enum Activity: Hashable, Sendable {
        /// The time of this phase is running.
        ///
        /// Named by the phase and not by the duration: with equal durations the next phase would go
        /// on with the same timer.
        case timer(of: Phase)

        /// The amber lamp goes on and off.
        case flasher
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.red, .timeIsUp): self = .green
        case (.green, .timeIsUp): self = .amber
        case (.amber, .timeIsUp): self = .red
        case (.flashing, .timeIsUp): throw .invalid

        case (.red, .didFail), (.green, .didFail), (.amber, .didFail): self = .flashing
        case (.flashing, .didFail): break

        case (.flashing, .didRepair): self = .red
        case (.red, .didRepair), (.green, .didRepair), (.amber, .didRepair): throw .invalid
        }
    }

    /// The timer of the phase, or the flashing.
    public var activities: [Activity] {
        switch self {
        case .red: [.timer(of: .red)]
        case .green: [.timer(of: .green)]
        case .amber: [.timer(of: .amber)]
        case .flashing: [.flasher]
        }
    }
}

extension TrafficLight: FiniteStateDefinition {
    /// A light begins with red.
    public static var initialStates: [TrafficLight] { [.red] }
}
