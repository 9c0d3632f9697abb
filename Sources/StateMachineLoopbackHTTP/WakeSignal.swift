import StateMachineLocks

/// A signal that wakes the thread of a response from its wait.
///
/// Any thread raises the signal when there is news. The waiting thread lowers it before it looks
/// for the news, so that no news is missed. A raised signal is a byte in a pipe.
package final class WakeSignal: Sendable {
    private let reading: Descriptor
    private let writing: Descriptor
    private let state = Locked(false)

    /// Creates a signal that is not raised.
    package init() throws(LoopbackServerError) {
        let ends = try POSIX.makePipe()
        reading = Descriptor(ends.reading)
        writing = Descriptor(ends.writing)
    }

    /// The descriptor to poll.
    var descriptor: Int32 { reading.rawValue }

    /// Whether the next wait ends at once.
    package var isRaised: Bool { state.withLock(\.self) }

    /// Ends the current wait, or the next one.
    package func raise() {
        state.withLock { isRaised in
            if !isRaised { POSIX.writeByte(to: writing.rawValue) }
            isRaised = true
        }
    }

    /// Lets the next wait last until the signal is raised again.
    package func lower() {
        state.withLock { isRaised in
            if isRaised { POSIX.readByte(from: reading.rawValue) }
            isRaised = false
        }
    }
}
