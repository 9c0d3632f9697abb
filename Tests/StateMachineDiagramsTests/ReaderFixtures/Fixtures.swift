import StateMachines

/// A room with regions: the lamp goes on only while the door is open, and closing the door puts it
/// out.
struct Room: FiniteStateDefinition {
    var door = Door.closed
    var lamp = Lamp.off
    var alarm = Alarm.armed(.silent)

    enum Door: StateDefinition, Hashable {
        case open, closed

        enum Event { case open, close }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.closed, .open): self = .open
            case (.open, .close): self = .closed
            case (.open, .open), (.closed, .close): throw .invalid
            }
        }
    }

    enum Lamp: StateDefinition, Hashable {
        case on, off

        enum Event { case on, off }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.off, .on): self = .on
            case (.on, .off): self = .off
            case (.on, .on): break
            case (.off, .off): throw .invalid
            }
        }
    }

    enum Alarm: StateDefinition, Hashable {
        case armed(Sound)
        case broken

        enum Sound: StateDefinition, Hashable {
            case silent, ringing

            enum Event { case ring }

            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                switch self {
                case .silent: self = .ringing
                case .ringing: throw .invalid
                }
            }
        }

        enum Event { case ring, smash }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.armed(var sound), .ring):
                try sound.handleEvent(.ring)
                self = .armed(sound)
            case (.armed, .smash): self = .broken
            case (.broken, .ring), (.broken, .smash): throw .invalid
            }
        }
    }

    enum Event: CaseIterable { case openDoor, closeDoor, switchOn, switchOff, thunder, smashAlarm }

    static var initialStates: [Room] { [Room()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .openDoor:
            try Regions.offer { offer in
                offer(.open, to: &door)
                offer(.ring, to: &alarm)
            }
        case .closeDoor:
            try Regions.offer { offer in
                offer(.close, to: &door)
                offer(.off, to: &lamp)
            }
        case .switchOn:
            guard door == .open else { throw .invalid }
            try lamp.handleEvent(.on)
        case .switchOff: try lamp.handleEvent(.off)
        case .thunder: break
        case .smashAlarm: try alarm.handleEvent(.smash)
        }
    }
}

/// A stack of up to three things, whose payload decides what becomes of an event.
enum Stack: FiniteStateDefinition {
    case empty
    case holding([Int])

    enum Event: Hashable {
        case push(Int)
        case pop, clear
    }

    enum Output: Hashable {
        case nothing
        case popped(Int)
    }

    static var initialStates: [Stack] { [.empty] }

    var sampleEvents: [Event] { [.push(1), .push(2), .push(0), .pop, .clear] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Output {
        switch (self, event) {
        case (.empty, .push(let value)) where value > 0: self = .holding([value])
        case (.holding(let values), .push(let value)) where value > 0 && values.count < 3:
            self = .holding(values + [value])
        case (.empty, .push), (.holding, .push): throw .invalid
        case (.holding(let values), .pop):
            self = values.count > 1 ? .holding(values.dropLast()) : .empty
            return .popped(values[values.count - 1])
        case (.empty, .pop): throw .invalid
        case (.empty, .clear): throw .invalid
        case (.holding, .clear): self = .empty
        }
        return .nothing
    }
}
