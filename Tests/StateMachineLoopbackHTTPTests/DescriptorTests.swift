import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(5)), .outside) struct DescriptorTests {
    @Test func `no program that is started gets a descriptor, and no call waits`() throws {
        let listener = try ListeningSocket(port: 0)
        try listener.startListening()
        let client = try RawClient(port: listener.port)
        guard case .connection(let number) = POSIX.takeConnection(from: listener.descriptor.rawValue) else {
            Issue.record("no connection is waiting")
            return
        }
        let ends = try POSIX.makePipe()
        let descriptors = [listener.descriptor] + [number, ends.reading, ends.writing].map(Descriptor.init)
        for descriptor in descriptors {
            #expect(fcntl(descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
            #expect(fcntl(descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
        }
        client.send("x")
    }

    @Test func `a descriptor is closed when it is told to, or with its last owner`() throws {
        let ends = try POSIX.makePipe()
        let reading = Descriptor(ends.reading)
        try #require(fcntl(ends.reading, F_GETFL) & O_NONBLOCK != 0)
        var byte: UInt8 = 0
        #expect(read(ends.reading, &byte, 1) == -1 && errno == EAGAIN)
        var writing: Descriptor? = Descriptor(ends.writing)
        #expect(writing != nil)
        writing = nil
        // The end of a pipe that has no writer any more.
        #expect(read(ends.reading, &byte, 1) == 0)
        reading.close()
        reading.close()
    }
}
