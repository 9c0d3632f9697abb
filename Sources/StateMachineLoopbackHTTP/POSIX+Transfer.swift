#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension POSIX {
    /// The result of one attempt to transfer bytes.
    enum Transfer: Equatable {
        /// This number of bytes was transferred.
        case moved(Int)
        /// The kernel's buffer is empty or full, so wait and try again.
        case wouldBlock
        /// The other end has closed the connection.
        case closed
    }

    /// The result of one attempt to accept a connection.
    enum Acceptance: Equatable {
        /// A connection was accepted.
        case connection(Int32)
        /// No connection is waiting, so wait for one.
        case wouldBlock
        /// The system cannot accept a waiting connection now, perhaps for lack of descriptors.
        case failed
    }

    /// The result of `wait(for:input:output:stop:wake:milliseconds:)`.
    struct Readiness {
        var input = false
        var output = false
        var hungUp = false
        var stop = false
        var wake = false
    }

    /// Waits until a descriptor is ready, the stop descriptor or the wake descriptor is readable,
    /// or the time is over.
    ///
    /// A negative time means no limit, and a negative wake descriptor means that there is none.
    static func wait(
        for descriptor: Int32,
        input: Bool,
        output: Bool,
        stop: Int32,
        wake: Int32 = -1,
        milliseconds: Int32
    ) -> Readiness {
        let events = (input ? Int16(POLLIN) : 0) | (output ? Int16(POLLOUT) : 0)
        var entries = [
            pollfd(fd: descriptor, events: events, revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        // An interrupted wait finds nothing. Its caller calls again with the remaining time.
        guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return Readiness() }
        let found = Int32(entries[0].revents)
        return Readiness(
            input: found & POLLIN != 0,
            output: found & POLLOUT != 0,
            hungUp: found & (POLLHUP | POLLERR | POLLNVAL) != 0,
            stop: entries[1].revents != 0,
            wake: entries[2].revents != 0
        )
    }

    /// Accepts one waiting connection from a listener.
    static func takeConnection(from listener: Int32) -> Acceptance {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
            let transient = [EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno)
            return transient ? .wouldBlock : .failed
        }
        prepare(descriptor)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
        setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        return .connection(descriptor)
    }

    /// Reads the bytes that have arrived, without waiting.
    static func receive(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    /// Writes as many bytes as the kernel accepts, without waiting.
    static func transmit(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Transfer {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        return transfer { send(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    /// Tells the other end that no more bytes will follow.
    static func shutDownOutput(of descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes the later closing of a socket send RST instead of an orderly end.
    static func resetWhenClosed(_ descriptor: Int32) {
        var value = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    private static func transfer(_ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            if count > 0 { return .moved(count) }
            if count == 0 { return .closed }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .closed
        }
    }
}
