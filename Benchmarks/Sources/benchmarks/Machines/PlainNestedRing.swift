/// A ring of 25 states in three levels, by hand: a level that has come to its end says so, and its
/// parent moves on.
enum PlainNestedRing: PlainMachine {
    case first(Middle)
    case second(Middle)
    case third(Middle)
    case fourth(Middle)
    case fifth(Middle)

    static var start: Self { .first(.low(.first)) }

    mutating func handle(_ event: RingEvent) -> Bool {
        switch self {
        case .first(var middle):
            let isHandled = middle.handle(event)
            self = .first(middle)
            return isHandled || moveOn(event, to: .second(.low(.first)))
        case .second(var middle):
            let isHandled = middle.handle(event)
            self = .second(middle)
            return isHandled || moveOn(event, to: .third(.low(.first)))
        case .third(var middle):
            let isHandled = middle.handle(event)
            self = .third(middle)
            return isHandled || moveOn(event, to: .fourth(.low(.first)))
        case .fourth(var middle):
            let isHandled = middle.handle(event)
            self = .fourth(middle)
            return isHandled || moveOn(event, to: .fifth(.low(.first)))
        case .fifth(var middle):
            let isHandled = middle.handle(event)
            self = .fifth(middle)
            return isHandled || moveOn(event, to: .first(.low(.first)))
        }
    }

    private mutating func moveOn(_ event: RingEvent, to next: Self) -> Bool {
        guard event == .next else { return false }
        self = next
        return true
    }

    enum Middle: PlainMachine {
        case low(Low)
        case high(High)

        mutating func handle(_ event: RingEvent) -> Bool {
            switch self {
            case .low(var low):
                if low.handle(event) {
                    self = .low(low)
                    return true
                }
                guard event == .next else { return false }
                self = .high(.first)
                return true
            case .high(var high):
                let isHandled = high.handle(event)
                self = .high(high)
                return isHandled
            }
        }
    }

    enum Low: PlainMachine {
        case first, second

        mutating func handle(_ event: RingEvent) -> Bool {
            switch (self, event) {
            case (.first, .next): self = .second
            case (.second, .next): return false
            case (_, .stay), (_, .spawn), (_, .follow): break
            case (_, .wrong): return false
            }
            return true
        }
    }

    enum High: PlainMachine {
        case first, second, third

        mutating func handle(_ event: RingEvent) -> Bool {
            switch (self, event) {
            case (.first, .next): self = .second
            case (.second, .next): self = .third
            case (.third, .next): return false
            case (_, .stay), (_, .spawn), (_, .follow): break
            case (_, .wrong): return false
            }
            return true
        }
    }
}
