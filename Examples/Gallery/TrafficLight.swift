public import StateMachines

/// A traffic light that changes on a timer and flashes when it is out of order.
///
/// Each phase has a timer: an activity that sleeps and then sends ``Event/timeIsUp``. Because the
/// machine cancels the timer when it leaves the phase, a timer can never affect a later one.
public enum TrafficLight: StateDefinition, Hashable, CaseIterable {
    /// Stop. The light begins here, and comes back here after a repair, because a red light
    /// surprises no driver.
    case red

    /// Go.
    case green

    /// Stop if possible, because red comes next.
    case amber

    /// The light is out of order: the amber lamp flashes, and drivers follow the road signs.
    case flashing

    /// An event that affects the light.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The current phase has lasted for its full duration.
        case timeIsUp

        /// A part of the light has failed.
        case didFail

        /// The light has been repaired.
        case didRepair
    }

    /// A phase in the normal sequence.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// Stop.
        case red
        /// Go.
        case green
        /// Stop if possible.
        case amber

        /// The phase's duration.
        public var duration: Duration {
            switch self {
            case .red: .seconds(4)
            case .green: .seconds(5)
            case .amber: .seconds(2)
            }
        }
    }

    /// Work that runs while the machine is in certain states.
    public enum Activity: Hashable, Sendable {
        /// This phase's timer is running.
        ///
        /// The payload is the phase and not its duration. Otherwise, two consecutive phases of the
        /// same length would have equal timers, and the second phase would continue the first
        /// timer.
        case timer(of: Phase)

        /// The amber lamp flashes.
        case flasher
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` if the current state does not handle the event.
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

    /// The phase's timer, or the flasher.
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
    /// A red light.
    public static var initialStates: [TrafficLight] { [.red] }
}
