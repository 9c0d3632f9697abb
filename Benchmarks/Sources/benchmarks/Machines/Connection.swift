import CBaselines
import StateMachines

/// The release of a TCP connection, with guarded acknowledgements; it starts again at the end.
enum Connection: StateDefinition {
    case established, finWait1, finWait2

    enum Event: Sendable {
        case release
        case ack(isValid: Bool)
        case fin(id: UInt8, isValid: Bool)
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.established, .release): self = .finWait1
        case (.established, .ack), (.established, .fin): throw .invalid

        case (.finWait1, .ack(isValid: true)): self = .finWait2
        case (.finWait1, .ack(isValid: false)), (.finWait1, .release), (.finWait1, .fin): throw .invalid

        case (.finWait2, .fin(_, isValid: true)): self = .established
        case (.finWait2, .fin(_, isValid: false)), (.finWait2, .release), (.finWait2, .ack): throw .invalid
        }
    }
}

/// The same by hand.
enum PlainConnection: PlainMachine {
    case established, finWait1, finWait2

    typealias Event = Connection.Event

    mutating func handle(_ event: Event) -> Bool {
        switch (self, event) {
        case (.established, .release): self = .finWait1
        case (.established, .ack), (.established, .fin): return false

        case (.finWait1, .ack(isValid: true)): self = .finWait2
        case (.finWait1, .ack(isValid: false)), (.finWait1, .release), (.finWait1, .fin): return false

        case (.finWait2, .fin(_, isValid: true)): self = .established
        case (.finWait2, .fin(_, isValid: false)), (.finWait2, .release), (.finWait2, .ack): return false
        }
        return true
    }
}

/// The same by hand, with an error of one byte for rejected events.
enum ThrowingConnection {
    case established, finWait1, finWait2

    enum Rejection: Error {
        case invalid
    }

    mutating func handle(_ event: Connection.Event) throws(Rejection) {
        switch (self, event) {
        case (.established, .release): self = .finWait1
        case (.established, .ack), (.established, .fin): throw .invalid

        case (.finWait1, .ack(isValid: true)): self = .finWait2
        case (.finWait1, .ack(isValid: false)), (.finWait1, .release), (.finWait1, .fin): throw .invalid

        case (.finWait2, .fin(_, isValid: true)): self = .established
        case (.finWait2, .fin(_, isValid: false)), (.finWait2, .release), (.finWait2, .ack): throw .invalid
        }
    }
}

extension connection_event {
    init(_ event: Connection.Event) {
        switch event {
        case .release: self.init(kind: UInt8(CONNECTION_RELEASE.rawValue), id: 0, is_valid: false)
        case .ack(let isValid): self.init(kind: UInt8(CONNECTION_ACK.rawValue), id: 0, is_valid: isValid)
        case .fin(let id, let isValid): self.init(kind: UInt8(CONNECTION_FIN.rawValue), id: id, is_valid: isValid)
        }
    }
}
