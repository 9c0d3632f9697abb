/// The server's end of one connection, owned by the thread that serves it.
///
/// Whatever it waits for, it also reads ahead a little: an end of the client's stream is seen at
/// once, on every platform, even behind a request that was sent early.
final class Connection {
    /// Why a wait ended.
    enum Wake {
        case ready
        case timedOut
        case disconnected
        case stopping
    }

    private enum Goal {
        case input
        case output
        case time
    }

    /// The address under which the server was reached.
    let serverURL: String

    private let descriptor: Descriptor
    private let stopSignal: StopSignal
    private var input: [UInt8] = []
    private var inputHasEnded = false
    private let readAheadLimit = 64 * 1024

    init(descriptor: Descriptor, serverURL: String, stopSignal: StopSignal) {
        self.serverURL = serverURL
        self.descriptor = descriptor
        self.stopSignal = stopSignal
    }

    /// Waits until bytes of the client can be taken.
    func waitForInput(until deadline: ContinuousClock.Instant) -> Wake {
        wait(for: .input, until: deadline)
    }

    /// The bytes that have arrived and were not taken yet.
    func takeInput() -> [UInt8] {
        defer { input = [] }
        return input
    }

    /// Sleeps, unless the client goes or the server stops.
    func sleep(until deadline: ContinuousClock.Instant) throws(ClientDisconnected) {
        try check(wait(for: .time, until: deadline))
    }

    /// Writes all the bytes, waiting for a slow client as long as it stays.
    func send(_ bytes: [UInt8]) throws(ClientDisconnected) {
        readAhead()
        if inputHasEnded { throw ClientDisconnected(reason: .clientClosed) }
        var sent = 0
        while sent < bytes.count {
            let transfer = bytes.withUnsafeBytes { all in
                POSIX.transmit(UnsafeRawBufferPointer(rebasing: all[sent...]), to: descriptor.rawValue)
            }
            switch transfer {
            case .moved(let count): sent += count
            case .wouldBlock: try check(wait(for: .output, until: nil))
            case .closed: throw ClientDisconnected(reason: .clientClosed)
            }
        }
    }

    /// Ends the connection without regard to what the client still sends.
    func close(reset: Bool = false) {
        if reset { POSIX.resetWhenClosed(descriptor.rawValue) }
        descriptor.close()
    }

    /// Ends the connection so that the client can read the whole response first.
    ///
    /// Closing a socket with unread input makes the kernel send RST, which can destroy a response
    /// the client has not read. So the client's last bytes are read and dropped, for some time.
    func closeAfterDraining(for time: Duration) {
        POSIX.shutDownOutput(of: descriptor.rawValue)
        let deadline = ContinuousClock.now + time
        while waitForInput(until: deadline) == .ready { input = [] }
        close()
    }

    private func wait(for goal: Goal, until deadline: ContinuousClock.Instant?) -> Wake {
        while true {
            if goal == .input, !input.isEmpty { return .ready }
            if inputHasEnded { return .disconnected }
            let found = POSIX.wait(
                for: descriptor.rawValue,
                input: input.count < readAheadLimit,
                output: goal == .output,
                stop: stopSignal.descriptor,
                milliseconds: deadline.map(\.millisecondsFromNow) ?? -1
            )
            if found.stop { return .stopping }
            if found.input || found.hungUp { readAhead() }
            if found.hungUp, input.isEmpty || goal != .input { inputHasEnded = true }
            if found.output, !inputHasEnded { return .ready }
            if !found.input, let deadline, deadline <= .now { return .timedOut }
        }
    }

    private func readAhead() {
        guard !inputHasEnded, input.count < readAheadLimit else { return }
        let transfer = withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            let transfer = POSIX.receive(from: descriptor.rawValue, into: buffer)
            if case .moved(let count) = transfer { input.append(contentsOf: buffer[..<count]) }
            return transfer
        }
        if transfer == .closed { inputHasEnded = true }
    }

    private func check(_ wake: Wake) throws(ClientDisconnected) {
        switch wake {
        case .ready, .timedOut: break
        case .disconnected: throw ClientDisconnected(reason: .clientClosed)
        case .stopping: throw ClientDisconnected(reason: .serverStopping)
        }
    }
}

extension ContinuousClock.Instant {
    /// The time until this instant for `poll()`, rounded up so that a wait never ends early, and at
    /// least 0.
    fileprivate var millisecondsFromNow: Int32 {
        let left = ContinuousClock.now.duration(to: self) / .milliseconds(1)
        return Int32(min(max(left.rounded(.up), 0), Double(Int32.max)))
    }
}
