/// The first line of what an app posts to `/records`; records follow, one a line.
///
/// Both sides keep records, and number them. The app says which server it means, and the server
/// answers which record it lacks. A server that is meant takes the records. Another one, such as
/// one that was started again, takes none, and its answer tells the app where to begin. So each
/// record arrives once and in order, whatever gets lost between. Records that an app has dropped
/// are missing in the numbers.
package struct BatchHeader: Codable, Sendable {
    /// The version of the protocol.
    package var version = 1

    /// Tells apart what runs: random, made when the app begins to inspect.
    package let session: String

    /// The name of the app.
    package let app: String

    /// The number of its process.
    package let process: Int

    /// When the app began to inspect, in seconds since 1970: the time 0 of its records.
    package let date: Double

    /// The server that has answered before.
    package var server: String?

    package init(session: String, app: String, process: Int, date: Double) {
        self.session = session
        self.app = app
        self.process = process
        self.date = date
    }
}

/// The answer to a batch.
package struct BatchAnswer: Codable, Hashable, Sendable {
    /// Tells servers apart: random, made when the server starts.
    package let server: String

    /// The number of the record that the server lacks.
    package let next: Int

    package init(server: String, next: Int) {
        self.server = server
        self.next = next
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        server = try values.decode(String.self, forKey: .server)
        next = try values.decodeNumber(forKey: .next)
    }
}
