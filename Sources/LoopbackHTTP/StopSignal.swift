/// A flag which can be waited for together with a socket: once raised, it stays raised.
///
/// It is a pipe into which one byte is written and never read, so any number of threads can poll
/// its reading end, and each finds it readable.
final class StopSignal: Sendable {
    private let reading: Descriptor
    private let writing: Descriptor

    init() throws(LoopbackServerError) {
        let ends = try POSIX.makePipe()
        reading = Descriptor(ends.reading)
        writing = Descriptor(ends.writing)
    }

    /// The descriptor to poll.
    var descriptor: Int32 {
        reading.rawValue
    }

    /// Wakes every thread that waits, now and from now on.
    func raise() {
        POSIX.writeByte(to: writing.rawValue)
    }

    /// Gives the pipe back, once nobody waits any more.
    func close() {
        reading.close()
        writing.close()
    }
}
