import Dispatch
import Foundation

/// The time from the opening of a listener to its end, with the threads that run during this time.
///
/// One thread accepts connections, and each connection has its own thread. All of these threads
/// poll the same stop signal, so no thread has to be woken through its own descriptor.
final class ListeningPeriod: Sendable {
    private let socket: ListeningSocket
    private let loop: ExchangeLoop
    private let stopSignal: StopSignal
    private let accepting = DispatchGroup()
    private let serving = DispatchGroup()

    /// The period that the current thread serves a connection of, if any.
    @TaskLocal private static var servedPeriod: ObjectIdentifier?

    init(socket: ListeningSocket, loop: ExchangeLoop) throws(LoopbackServerError) {
        self.socket = socket
        self.loop = loop
        stopSignal = try StopSignal()
        try socket.startListening()
        accepting.enter()
        let thread = Thread { [self] in
            acceptConnections()
            accepting.leave()
        }
        thread.name = "loopback accept"
        thread.start()
    }

    /// Closes the listener, after which the threads that serve connections end soon.
    func stopListening() {
        stopSignal.raise()
        accepting.wait()
        socket.descriptor.close()
    }

    /// Waits for the threads that serve connections and then closes the last descriptors.
    ///
    /// On one of these threads, this method returns immediately, because a handler cannot wait for
    /// its own end.
    func waitForEnd() {
        guard Self.servedPeriod != ObjectIdentifier(self) else { return }
        serving.wait()
        stopSignal.close()
    }

    private func acceptConnections() {
        while true {
            let found = POSIX.wait(
                for: socket.descriptor.rawValue,
                input: true,
                output: false,
                stop: stopSignal.descriptor,
                milliseconds: -1
            )
            if found.stop { return }
            switch POSIX.takeConnection(from: socket.descriptor.rawValue) {
            case .connection(let number): serve(Descriptor(number))
            case .wouldBlock: break
            case .failed: pause()
            }
        }
    }

    /// Waits for a short time after a connection could not be accepted.
    ///
    /// If the process runs out of descriptors, the listener stays ready. Without a pause, the loop
    /// would spin until a descriptor is free.
    private func pause() {
        let signal = stopSignal.descriptor
        _ = POSIX.wait(for: signal, input: true, output: false, stop: signal, milliseconds: 50)
    }

    private func serve(_ descriptor: Descriptor) {
        serving.enter()
        loop.records.connectionOpened()
        let thread = Thread { [self] in
            Self.$servedPeriod.withValue(ObjectIdentifier(self)) {
                loop.run(on: LoopbackConnection(descriptor: descriptor, serverURL: socket.url, stopSignal: stopSignal))
            }
            // Close the descriptor before announcing the end of the connection, however the loop
            // ended.
            descriptor.close()
            loop.records.connectionClosed()
            serving.leave()
        }
        thread.name = "loopback connection"
        thread.start()
    }
}
