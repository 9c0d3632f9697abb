/// The first line of a request to `/records`, followed by one record per line.
///
/// Both the app and the server store records and number them. The header names the server that the
/// records are for. If it names the receiving server, this server stores the records. Otherwise,
/// for example after a restart, the server stores none. In both cases, the response contains the
/// number of the record that the server needs next. So every record arrives once and in order, even
/// if messages are lost. The numbers have gaps where the app has dropped records.
package struct BatchHeader: Codable, Sendable {
    /// The version of the protocol.
    package var version = 1

    /// The identifier of this session, chosen at random when the app begins to inspect.
    package let session: String

    /// The name of the app.
    package let app: String

    /// The process identifier of the app.
    package let process: Int

    /// The time when the app began to inspect, in seconds since 1970.
    ///
    /// The times in records are relative to it.
    package let date: Double

    /// The server that has responded to the app before.
    package var server: String?

    package init(session: String, app: String, process: Int, date: Double) {
        self.session = session
        self.app = app
        self.process = process
        self.date = date
    }
}
