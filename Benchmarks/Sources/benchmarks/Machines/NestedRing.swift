import StateMachines

/// A ring of 25 states in three levels.
///
/// A level that has come to its end rejects ``RingEvent/next``, and its parent moves on.
enum NestedRing: StateDefinition {
    case first(MiddleRing)
    case second(MiddleRing)
    case third(MiddleRing)
    case fourth(MiddleRing)
    case fifth(MiddleRing)

    static var start: Self { .first(.low(.first)) }

    mutating func handleEvent(_ event: RingEvent) throws(TransitionError) -> RingAction {
        do throws(TransitionError) {
            switch self {
            case .first(var middle):
                defer { self = .first(middle) }
                return try middle.handleEvent(event)
            case .second(var middle):
                defer { self = .second(middle) }
                return try middle.handleEvent(event)
            case .third(var middle):
                defer { self = .third(middle) }
                return try middle.handleEvent(event)
            case .fourth(var middle):
                defer { self = .fourth(middle) }
                return try middle.handleEvent(event)
            case .fifth(var middle):
                defer { self = .fifth(middle) }
                return try middle.handleEvent(event)
            }
        } catch {
            guard event == .next else { throw error }
            switch self {
            case .first: self = .second(.low(.first))
            case .second: self = .third(.low(.first))
            case .third: self = .fourth(.low(.first))
            case .fourth: self = .fifth(.low(.first))
            case .fifth: self = .first(.low(.first))
            }
            return .one
        }
    }
}

/// The second level: a low ring, and then a high one.
enum MiddleRing: StateDefinition {
    case low(LowRing)
    case high(HighRing)

    mutating func handleEvent(_ event: RingEvent) throws(TransitionError) -> RingAction {
        do throws(TransitionError) {
            switch self {
            case .low(var low):
                defer { self = .low(low) }
                return try low.handleEvent(event)
            case .high(var high):
                defer { self = .high(high) }
                return try high.handleEvent(event)
            }
        } catch {
            guard event == .next else { throw error }
            switch self {
            case .low: self = .high(.first)
            case .high: throw error
            }
            return .one
        }
    }
}

/// The third level, of two states.
enum LowRing: StateDefinition {
    case first, second

    mutating func handleEvent(_ event: RingEvent) throws(TransitionError) -> RingAction {
        switch (self, event) {
        case (.first, .next): self = .second
        case (.second, .next): throw .invalid
        case (.first, .stay), (.first, .follow), (.second, .stay), (.second, .follow): break
        case (.first, .spawn), (.second, .spawn): return .again
        case (.first, .wrong), (.second, .wrong): throw .invalid
        }
        return .one
    }
}

/// The third level, of three states.
enum HighRing: StateDefinition {
    case first, second, third

    mutating func handleEvent(_ event: RingEvent) throws(TransitionError) -> RingAction {
        switch (self, event) {
        case (.first, .next): self = .second
        case (.second, .next): self = .third
        case (.third, .next): throw .invalid
        case (.first, .stay), (.second, .stay), (.third, .stay): break
        case (.first, .follow), (.second, .follow), (.third, .follow): break
        case (.first, .spawn), (.second, .spawn), (.third, .spawn): return .again
        case (.first, .wrong), (.second, .wrong), (.third, .wrong): throw .invalid
        }
        return .one
    }
}
