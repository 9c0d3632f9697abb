import StateMachines

// Machines as the scaffolding writes them for the diagrams of `ScaffoldedDesignTests`.

/// Stores which step was last active.
struct Course: FiniteStateDefinition, Hashable {
    enum Work: StateDefinition, NestedState, Hashable {
        case step1, step2

        mutating func handleEvent(_ event: Course.Event) throws(TransitionError) {
            switch (self, event) {
            case (.step1, .next): self = .step2
            case (.step1, .pause), (.step1, .resume), (.step2, _): throw .invalid
            }
        }
    }
    enum State: NestedState, Hashable {
        case work(Work)
        case paused
    }
    enum Event: CaseIterable { case pause, next, resume }

    var state = State.work(.step1)
    var workHistory: Work?

    static var initialStates: [Course] { [Course()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (state, event) {
        case (.work(let work), .pause): (state, workHistory) = (.paused, work)
        case (.work(var work), .next):
            try work.handleEvent(event)
            state = .work(work)
        case (.paused, .resume): state = .work(workHistory ?? .step1)
        case (.work, .resume), (.paused, .pause), (.paused, .next): throw .invalid
        }
    }
}

/// Stores which states of two regions were last active.
struct Pair: FiniteStateDefinition, Hashable {
    enum Left: NestedState, Hashable { case l1, l2 }
    enum Right: NestedState, Hashable { case r1, r2 }
    struct On: StateDefinition, NestedState, Hashable {
        var left = Left.l1
        var right = Right.r1

        mutating func handleEvent(_ event: Pair.Event) throws(TransitionError) {
            guard event == .flip, left == .l1 || right == .r1 else { throw .invalid }
            (left, right) = (.l2, .r2)
        }
    }
    enum State: NestedState, Hashable {
        case off
        case on(On)
    }
    enum Event: CaseIterable { case start, resume, stop, flip }

    var state = State.off
    var onHistory: On?

    static var initialStates: [Pair] { [Pair()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (state, event) {
        case (.off, .start): state = .on(On())
        case (.off, .resume): state = .on(onHistory ?? On())
        case (.on(let on), .stop): (state, onHistory) = (.off, on)
        case (.on(var on), .flip):
            try on.handleEvent(event)
            state = .on(on)
        case (.off, .stop), (.off, .flip), (.on, .start), (.on, .resume): throw .invalid
        }
    }
}

/// Has events whose parentheses contain words.
enum Reply: FiniteStateDefinition {
    case idle, asking, ready

    enum Event: CaseIterable { case createNeedsAnswer, createSuccess }

    static var initialStates: [Reply] { [.idle] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .createNeedsAnswer): self = .asking
        case (.idle, .createSuccess): self = .ready
        case (.asking, _), (.ready, _): throw .invalid
        }
    }
}

/// Has names that begin with digits in the diagram.
enum Startup: FiniteStateDefinition {
    case boot, state2ndBoot

    enum Event: CaseIterable { case event500msElapsed }

    static var initialStates: [Startup] { [.boot] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .boot: self = .state2ndBoot
        case .state2ndBoot: throw .invalid
        }
    }
}

/// Has regions inside a region.
struct Console: FiniteStateDefinition, Hashable {
    enum Sound: NestedState, Hashable { case on, muted }
    enum Zoom: NestedState, Hashable { case far, near }
    enum Power: NestedState, Hashable { case up, down }
    struct Audio: Hashable {
        var sound = Sound.on
        var zoom = Zoom.far
    }
    enum Event: CaseIterable { case mute, turn, drop }

    var audio = Audio()
    var power = Power.up

    static var initialStates: [Console] { [Console()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .mute where audio.sound == .on: audio.sound = .muted
        case .turn where audio.zoom == .far: audio.zoom = .near
        case .drop where power == .up: power = .down
        case .mute, .turn, .drop: throw .invalid
        }
    }
}
