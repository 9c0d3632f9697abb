/// What happens to machines whose states go round in a ring; in the order of `ring_event` in C.
enum RingEvent: UInt8, Sendable {
    /// Moves on to the next state.
    case next

    /// Is handled, and changes nothing.
    case stay

    /// Is handled, and asks for ``follow``.
    case spawn

    /// What ``spawn`` has asked for.
    case follow

    /// Is rejected by every state.
    case wrong
}

/// What a ring asks for when it accepts an event.
enum RingAction: Sendable {
    /// To count one.
    case one

    /// To count one, and to send ``RingEvent/follow``.
    case again
}
