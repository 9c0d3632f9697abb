/// The parts of a command that both the server and the app use.
///
/// A page posts a command to `/commands`, and the app receives it as one line. A command also
/// contains an event. The event is either a `sample`, which is a Swift expression or the name of a
/// sample event, or a `value`, which is the JSON of an event. Instead of an event, a command can
/// ask the app to `describe` the events that it accepts as values.
package struct CommandHead: Decodable, Sendable {
    /// The session of the app.
    package let session: String

    /// The number of the machine within the app.
    package let machine: Int

    /// The identifier of the command, which the page chooses and the outcome repeats.
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
