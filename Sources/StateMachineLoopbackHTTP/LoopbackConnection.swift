/// The server's end of a connection, owned by the thread that serves the connection.
///
/// During every wait, it also reads ahead a little. So it notices the end of the client's stream
/// immediately on every platform, even after a request that was sent early.
final class LoopbackConnection {
    /// The reason why a wait ended.
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

    /// The address at which the client reached the server.
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

    /// Waits until bytes from the client are available.
    func waitForInput(until deadline: ContinuousClock.Instant) -> Wake {
        wait(for: .input, until: deadline)
    }

    /// Takes the bytes that have arrived.
    func takeInput() -> [UInt8] {
        defer { input = [] }
        return input
    }

    /// Sleeps until a deadline or a signal, unless the client disconnects or the server stops.
    func sleep(until deadline: ContinuousClock.Instant, or signal: WakeSignal? = nil) throws(ClientDisconnected) {
        try check(wait(for: .time, until: deadline, or: signal))
    }

    /// Writes all bytes, even to a slow client, unless the client disconnects.
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

    /// Closes the connection without reading the rest of the client's input.
    func close(reset: Bool = false) {
        if reset { POSIX.resetWhenClosed(descriptor.rawValue) }
        descriptor.close()
    }

    /// Closes the connection after the client has had time to read the complete response.
    ///
    /// If a socket is closed with unread input, the kernel sends RST, which can destroy a response
    /// that the client has not read. So this method reads and discards the client's last bytes for
    /// some time.
    func closeAfterDraining(for time: Duration) {
        POSIX.shutDownOutput(of: descriptor.rawValue)
        let deadline = ContinuousClock.now + time
        // A wait does not end at its deadline while bytes arrive.
        while waitForInput(until: deadline) == .ready, deadline > .now { input = [] }
        close()
    }

    private func wait(
        for goal: Goal,
        until deadline: ContinuousClock.Instant?,
        or signal: WakeSignal? = nil
    ) -> Wake {
        while true {
            if goal == .input, !input.isEmpty { return .ready }
            if inputHasEnded { return .disconnected }
            let found = POSIX.wait(
                for: descriptor.rawValue,
                input: input.count < readAheadLimit,
                output: goal == .output,
                stop: stopSignal.descriptor,
                wake: signal?.descriptor ?? -1,
                milliseconds: deadline.map(\.millisecondsFromNow) ?? -1
            )
            if found.stop { return .stopping }
            if found.input || found.hungUp { readAhead() }
            if found.hungUp, input.isEmpty || goal != .input { inputHasEnded = true }
            if found.output || found.wake, !inputHasEnded { return .ready }
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
    /// The time until this instant for `poll()`, at least 0.
    ///
    /// It is rounded up, so a wait never ends early.
    fileprivate var millisecondsFromNow: Int32 {
        let left = ContinuousClock.now.duration(to: self) / .milliseconds(1)
        return Int32(min(max(left.rounded(.up), 0), Double(Int32.max)))
    }
}
