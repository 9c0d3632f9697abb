/// A socket bound to a port of 127.0.0.1, at which clients are refused until it listens.
///
/// A bound socket which does not listen keeps its port from other processes, and a connect to it
/// fails with `ECONNREFUSED`.
struct ListeningSocket: Sendable {
    let descriptor: Descriptor

    /// The port, chosen by the kernel where 0 was asked for.
    let port: Int

    /// The address of a server that listens here.
    var url: String { "http://127.0.0.1:\(port)" }

    /// Binds a socket, which does not listen yet.
    ///
    /// - Parameter isShared: Whether a second socket can be bound to the port, so that it is never
    ///   free.
    init(port: Int, isShared: Bool = true) throws(LoopbackServerError) {
        descriptor = Descriptor(try POSIX.makeSocket())
        try POSIX.bindToLoopback(descriptor.rawValue, port: port, isShared: isShared)
        self.port = try POSIX.localPort(of: descriptor.rawValue)
    }

    /// Lets clients connect.
    func startListening() throws(LoopbackServerError) {
        try POSIX.startListening(descriptor.rawValue)
    }
}
