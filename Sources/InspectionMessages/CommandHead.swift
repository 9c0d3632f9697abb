/// What both sides have to know of a command, which a page posts to `/commands`, and which the app
/// gets as one line.
///
/// Besides, it has either `sample`, a Swift expression or the name of a sample event, or `value`,
/// the JSON of an event.
package struct CommandHead: Decodable, Sendable {
    /// The session of the app.
    package let session: String

    /// The number of the machine within the app.
    package let machine: Int

    /// Chosen by the page; it comes back with the outcome.
    package let command: String

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        session = try values.decode(String.self, forKey: .session)
        machine = try values.decodeNumber(forKey: .machine)
        command = try values.decode(String.self, forKey: .command)
    }

    private enum CodingKeys: CodingKey {
        case session, machine, command
    }
}
