import StateMachines

/// The door of the documentation.
enum Door: StateDefinition, Hashable, CaseIterable {
    case open, closed, locked

    enum Event: Hashable, CaseIterable { case open, close, lock, unlock }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.closed, .open): self = .open
        case (.open, .close), (.locked, .unlock): self = .closed
        case (.closed, .lock): self = .locked
        case (.open, .open), (.open, .lock), (.open, .unlock): throw .invalid
        case (.closed, .close), (.closed, .unlock): throw .invalid
        case (.locked, .open), (.locked, .close), (.locked, .lock): throw .invalid
        }
    }
}

/// A machine whose events say which activities there are: for the laws of activities, whatever the
/// machine.
struct Listing: StateDefinition, Hashable {
    var list: [Int] = []

    enum Event: Hashable {
        case list([Int])
        /// Handled, and nothing changes.
        case ping
        /// Rejected in every state.
        case nonsense
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Int {
        switch event {
        case .list(let new): list = new
        case .ping: break
        case .nonsense: throw .invalid
        }
        return list.count
    }

    var activities: [Int] { list }
}

/// A light, nested in `House` and a region of `Room`.
enum Light: StateDefinition, Hashable {
    case off, on

    enum Event: Hashable, CaseIterable { case toggle, off }
    enum Activity: Hashable { case shining }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.off, .toggle): self = .on
        case (.on, .toggle), (.on, .off): self = .off
        case (.off, .off): throw .invalid
        }
    }

    var activities: [Activity] {
        switch self {
        case .off: []
        case .on: [.shining]
        }
    }
}

/// A composite state with a child machine.
enum House: StateDefinition, Hashable {
    case empty
    case occupied(Light)

    enum Event: Hashable {
        case arrive, leave
        case light(Light.Event)
    }

    enum Activity: Hashable {
        case heating
        case light(Light.Activity)
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.empty, .arrive): self = .occupied(.on)
        case (.empty, .leave), (.empty, .light): throw .invalid
        case (.occupied, .leave): self = .empty
        case (.occupied, .arrive): throw .invalid
        case (.occupied(var light), .light(let event)):
            defer { self = .occupied(light) }
            try light.handleEvent(event)
        }
    }

    var activities: [Activity] {
        switch self {
        case .empty: []
        case .occupied(let light): [.heating] + light.activities.map(Activity.light)
        }
    }
}

/// Two lights side by side, which share the power supply.
struct Room: StateDefinition, Hashable {
    var ceiling = Light.off
    var desk = Light.off

    enum Event: Hashable, CaseIterable { case toggleCeiling, toggleDesk, allOff }
    enum Activity: Hashable { case power, ceiling, desk }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .toggleCeiling: try ceiling.handleEvent(.toggle)
        case .toggleDesk: try desk.handleEvent(.toggle)
        case .allOff:
            try Regions.offer { offer in
                offer(.off, to: &ceiling)
                offer(.off, to: &desk)
            }
        }
    }

    var activities: [Activity] {
        (ceiling == .on ? [.power, .ceiling] : []) + (desk == .on ? [.power, .desk] : [])
    }
}
