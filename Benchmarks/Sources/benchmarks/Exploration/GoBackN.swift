import StateMachines

/// A sender and a receiver that number their messages and repeat them, with lossy channels between
/// them.
///
/// The sender may be a window ahead of what was acknowledged; after a timeout it sends all of these
/// again (Tanenbaum, Computer Networks, "A protocol using go-back-n"). `Models/go-back-n.pml` is
/// the same model for SPIN.
struct GoBackN<Size: ProtocolSize>: FiniteStateDefinition {
    /// The first message that is not acknowledged.
    private(set) var base: UInt8 = 0
    /// How many messages, from there on, have been sent since the last timeout.
    private(set) var outstanding: UInt8 = 0
    /// The message that the receiver waits for.
    private(set) var expected: UInt8 = 0
    private var data = Channel()
    private var acknowledgements = Channel()

    enum Event: CaseIterable { case send, timeout, loseData, deliverData, loseAcknowledgement, deliverAcknowledgement }

    static var initialStates: [GoBackN] { [GoBackN()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .send:
            guard outstanding < Size.window, data.count < Size.capacity else { throw .invalid }
            data.append((base + outstanding) % Size.modulus)
            outstanding += 1
        case .timeout:
            guard outstanding > 0 else { throw .invalid }
            outstanding = 0
        case .loseData:
            guard data.count > 0 else { throw .invalid }
            _ = data.removeFirst()
        case .deliverData:
            guard data.count > 0, acknowledgements.count < Size.capacity else { throw .invalid }
            if data.removeFirst() == expected { expected = (expected + 1) % Size.modulus }
            acknowledgements.append(expected)
        case .loseAcknowledgement:
            guard acknowledgements.count > 0 else { throw .invalid }
            _ = acknowledgements.removeFirst()
        case .deliverAcknowledgement:
            guard acknowledgements.count > 0 else { throw .invalid }
            let received = acknowledgements.removeFirst()
            let progress = (received + Size.modulus - base) % Size.modulus
            base = received
            outstanding -= min(progress, outstanding)
        }
    }
}

/// Up to eight numbers below sixteen, first in, first out.
private struct Channel: Hashable {
    private(set) var count: UInt8 = 0
    private var numbers: UInt32 = 0

    mutating func append(_ number: UInt8) {
        numbers |= UInt32(number) << (4 * count)
        count += 1
    }

    mutating func removeFirst() -> UInt8 {
        defer {
            numbers >>= 4
            count -= 1
        }
        return UInt8(numbers & 15)
    }
}

/// The window of the sender, and the capacity of a channel.
protocol ProtocolSize: SendableMetatype {
    static var window: UInt8 { get }
    static var capacity: UInt8 { get }
}

extension ProtocolSize {
    /// How many sequence numbers there are.
    static var modulus: UInt8 { window + 1 }
}

/// A few thousand states.
enum Small: ProtocolSize {
    static var window: UInt8 { 2 }
    static var capacity: UInt8 { 3 }
}

/// More than a million states.
enum Large: ProtocolSize {
    static var window: UInt8 { 3 }
    static var capacity: UInt8 { 7 }
}
