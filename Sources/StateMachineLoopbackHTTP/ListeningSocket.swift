/// A socket bound to a port of 127.0.0.1, which refuses clients until it listens.
///
/// A bound socket that does not listen reserves its port, so other processes cannot use it.
/// Connecting to it fails with `ECONNREFUSED`.
struct ListeningSocket: Sendable {
    let descriptor: Descriptor

    /// The port, which the kernel chooses if the requested port is 0.
    let port: Int

    /// The address of a server that listens here.
    var url: String { "http://127.0.0.1:\(port)" }

    /// Binds a socket that does not listen yet.
    ///
    /// - Parameter isShared: Whether a second socket can be bound to the port, so that the port is
    ///   never free.
    init(port: Int, isShared: Bool = true) throws(LoopbackServerError) {
        descriptor = Descriptor(try POSIX.makeSocket())
        try POSIX.bindToLoopback(descriptor.rawValue, port: port, isShared: isShared)
        self.port = try POSIX.localPort(of: descriptor.rawValue)
    }

    /// Allows clients to connect.
    func startListening() throws(LoopbackServerError) {
        try POSIX.startListening(descriptor.rawValue)
    }
}
