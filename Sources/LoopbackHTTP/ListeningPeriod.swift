import Dispatch
import Foundation

/// The time from the opening of a listener to its end, with the threads that ran in it.
///
/// One thread accepts, and each connection has a thread of its own; all of them poll the same stop
/// signal, so that none has to be told by the number of its descriptor.
final class ListeningPeriod: Sendable {
    private let socket: ListeningSocket
    private let loop: ExchangeLoop
    private let stopSignal: StopSignal
    private let accepting = DispatchGroup()
    private let serving = DispatchGroup()

    /// Tells, on a thread that serves a connection, to which period it belongs.
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

    /// Closes the listener; the threads that serve connections end soon after.
    func stopListening() {
        stopSignal.raise()
        accepting.wait()
        socket.descriptor.close()
    }

    /// Waits for the threads that serve connections, and gives back the last descriptors.
    ///
    /// On such a thread it returns at once, for a handler cannot wait for its own end.
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

    /// Out of descriptors, the listener stays ready; without a pause the loop would spin until one
    /// is free.
    private func pause() {
        let signal = stopSignal.descriptor
        _ = POSIX.wait(for: signal, input: true, output: false, stop: signal, milliseconds: 50)
    }

    private func serve(_ descriptor: Descriptor) {
        serving.enter()
        loop.records.connectionOpened()
        let thread = Thread { [self] in
            Self.$servedPeriod.withValue(ObjectIdentifier(self)) {
                loop.run(on: Connection(descriptor: descriptor, serverURL: socket.url, stopSignal: stopSignal))
            }
            // Whatever path the loop took, the descriptor is back before the end is announced.
            descriptor.close()
            loop.records.connectionClosed()
            serving.leave()
        }
        thread.name = "loopback connection"
        thread.start()
    }
}
