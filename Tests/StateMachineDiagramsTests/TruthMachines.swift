import StateMachines

protocol Answer: Hashable, Sendable {
    associatedtype Value: Sendable
    static var none: Value { get }
    static var one: Value { get }
}

enum ListAnswer: Answer {
    static var none: [Int] { [] }
    static var one: [Int] { [1] }
}

enum OptionalAnswer: Answer {
    static var none: Int? { nil }
    static var one: Int? { 1 }
}

enum Answering<Kind: Answer>: FiniteStateDefinition {
    case here, there

    enum Event: CaseIterable { case ask, tell }

    static var initialStates: [Self] { [.here] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Kind.Value {
        switch (self, event) {
        case (.here, .ask):
            self = .there
            return Kind.none
        case (.there, .tell):
            self = .here
            return Kind.one
        case (.here, .tell), (.there, .ask): throw .invalid
        }
    }
}

/// A region with a payload that one event changes, and that another one leaves alone.
struct Shop: FiniteStateDefinition {
    var order = Order.empty
    var door = Door.shut

    enum Order: StateDefinition, Hashable {
        case empty
        case open(count: Int)

        mutating func handleEvent(_ event: Void) throws(TransitionError) {
            switch self {
            case .empty: self = .open(count: 0)
            case .open(let count) where count < 2: self = .open(count: count + 1)
            case .open: throw .invalid
            }
        }
    }

    enum Door: StateDefinition, Hashable {
        case shut

        mutating func handleEvent(_ event: Void) throws(TransitionError) { throw .invalid }
    }

    enum Event: CaseIterable { case add, ring }

    static var initialStates: [Shop] { [Shop()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .add: try order.handleEvent(())
        case .ring: break
        }
    }
}

/// A machine whose events have payloads with all their values among the samples.
enum Flagged: FiniteStateDefinition {
    case off, on

    enum Side: CaseIterable { case left, right }
    enum Event {
        case set(to: Bool)
        case go(Way)
    }

    /// A struct, so that the case is a payload and no part of the event's name.
    struct Way: CustomStringConvertible {
        var side: Side
        var description: String { "\(side)" }
    }

    static var initialStates: [Flagged] { [.off] }

    var sampleEvents: [Event] {
        [.set(to: true), .set(to: false)] + Side.allCases.map { .go(Way(side: $0)) }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.off, .set(to: true)): self = .on
        case (.on, .set(to: false)): self = .off
        case (.off, .go(let way)) where way.side == .left: self = .on
        case (.on, .go(let way)) where way.side == .right: self = .off
        case (.off, .set), (.on, .set), (.off, .go), (.on, .go): throw .invalid
        }
    }
}

/// Regions whose names are in the names of events, activities and states too.
struct Desk: FiniteStateDefinition {
    var editor = Editor.idle
    var panel = Panel.hidden

    enum Editor: StateDefinition, Hashable {
        case idle
        case editor(Mode)

        enum Mode: Hashable { case open }
        enum Event: CaseIterable { case open, close }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.idle, .open): self = .editor(.open)
            case (.editor, .close): self = .idle
            case (.idle, .close), (.editor, .open): throw .invalid
            }
        }
    }

    enum Panel: StateDefinition, Hashable {
        case hidden, shown

        mutating func handleEvent(_ event: Void) throws(TransitionError) { self = self == .hidden ? .shown : .hidden }
    }

    enum Event {
        case editor(Editor.Event)
        case close
    }

    enum Activity: Hashable {
        case editor(Cursor)
        enum Cursor { case cursor }
    }

    static var initialStates: [Desk] { [Desk()] }

    var sampleEvents: [Event] { Editor.Event.allCases.map(Event.editor) + [.close] }

    var activities: [Activity] {
        switch editor {
        case .idle: []
        case .editor: [.editor(.cursor)]
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .editor(let event):
            try editor.handleEvent(event)
            if panel == .shown { try panel.handleEvent(()) }
        case .close:
            guard editor == .idle else { throw .invalid }
            try panel.handleEvent(())
        }
    }
}

/// Regions that many events leave alone.
struct Busy: FiniteStateDefinition {
    var left = Shop.Door.shut
    var right = Shop.Door.shut

    enum Event: CaseIterable {
        case aRatherLongNameOfAnEvent1, aRatherLongNameOfAnEvent2, aRatherLongNameOfAnEvent3, aRatherLongNameOfAnEvent4
        case aRatherLongNameOfAnEvent5, aRatherLongNameOfAnEvent6, aRatherLongNameOfAnEvent7, aRatherLongNameOfAnEvent8
        case aRatherLongNameOfAnEvent9, aRatherLongNameOfAnEvent10, aRatherLongNameOfAnEvent11
        case aRatherLongNameOfAnEvent12
    }

    static var initialStates: [Busy] { [Busy()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {}
}

/// A machine that rejects some values without a reason, so that only samples tell which.
enum Asking: FiniteStateDefinition {
    case silent, answering

    enum Event { case ask(String) }

    static var initialStates: [Asking] { [.silent] }

    var sampleEvents: [Event] { [.ask("why"), .ask(" ")] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.silent, .ask(let text)) where text != " ": self = .answering
        case (.silent, .ask), (.answering, .ask): throw .invalid
        }
    }
}
