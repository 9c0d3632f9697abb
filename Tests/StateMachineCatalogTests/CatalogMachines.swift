import StateMachineGraphs
import StateMachines

/// A machine whose samples are not complete in several ways.
enum Incomplete: FiniteStateDefinition {
    case here, there, nowhere

    enum Event { case go, stay, forgotten }

    static var initialStates: [Incomplete] { [.here] }

    var sampleEvents: [Event] { self == .here ? [.go, .stay] : [.go] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.here, .go): self = .there
        case (.there, .go): self = .here
        case (.here, .stay), (.there, .stay): break
        case (.nowhere, _), (_, .forgotten): throw .invalid
        }
    }
}

enum Endless: FiniteStateDefinition {
    case counting(Int)

    enum Event: CaseIterable { case tick }

    static var initialStates: [Endless] { [.counting(0)] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .counting(let number): self = .counting(number + 1)
        }
    }
}

enum Complete: FiniteStateDefinition {
    case found

    /// It is gone.
    case `404 (not) found`

    enum Event: CaseIterable { case toggle }

    static var initialStates: [Complete] { [.found] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .found: self = .`404 (not) found`
        case .`404 (not) found`: self = .found
        }
    }
}

struct Outer<Value> {
    enum Inner: FiniteStateDefinition {
        case one
        case other(Result<Int, TransitionError>)

        enum Event: CaseIterable { case toggle }

        static var initialStates: [Inner] { [.one] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch self {
            case .one: self = .other(.success(1))
            case .other: self = .one
            }
        }
    }
}

extension String {
    enum Flag: FiniteStateDefinition {
        case up, down

        enum Event: CaseIterable { case toggle }

        static var initialStates: [Flag] { [.up] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { self = self == .up ? .down : .up }
    }
}
