import CBaselines
import StateMachines

/// A payload that is updated in place: numbers and a text.
enum Note: StateDefinition {
    case editing(items: [Int], text: String)
    case saved

    enum Event: Sendable {
        case set(index: UInt16)
        case type
        case clear
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch consume self {
        case .editing(var items, var text):
            defer { self = .editing(items: items, text: text) }
            switch event {
            case .set(let index): items[Int(index)] += 1
            case .type: text.append("x")
            case .clear: text.removeAll(keepingCapacity: true)
            }
        case .saved:
            self = .saved
            throw .invalid
        }
    }
}

/// The same by hand.
struct PlainNote: PlainMachine {
    typealias Event = Note.Event

    var items: [Int]
    var text = ""

    mutating func handle(_ event: Event) -> Bool {
        switch event {
        case .set(let index): items[Int(index)] += 1
        case .type: text.append("x")
        case .clear: text.removeAll(keepingCapacity: true)
        }
        return true
    }
}

extension note_event {
    init(_ event: Note.Event) {
        switch event {
        case .set(let index): self.init(index: index, kind: UInt8(NOTE_SET.rawValue))
        case .type: self.init(index: 0, kind: UInt8(NOTE_TYPE.rawValue))
        case .clear: self.init(index: 0, kind: UInt8(NOTE_CLEAR.rawValue))
        }
    }
}
