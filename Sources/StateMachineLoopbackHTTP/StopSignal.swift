/// A flag that can be waited for together with a socket.
///
/// Once raised, the flag stays raised. It is a pipe that contains one byte, which no thread reads.
/// So any number of threads can poll the reading end, and every one of them finds it readable.
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

    /// Wakes every thread that is waiting or will wait.
    func raise() {
        POSIX.writeByte(to: writing.rawValue)
    }

    /// Closes the pipe, after all threads have stopped waiting.
    func close() {
        reading.close()
        writing.close()
    }
}
