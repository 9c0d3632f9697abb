/// What both sides have to know of a command, which a page posts to `/commands`, and which the app gets as one line.
///
/// Besides, it has either `sample`, a Swift expression or the name of a sample event, or `value`, the JSON of an event.
package struct CommandHead: Codable, Sendable {
    /// The session of the app.
    package let session: String

    /// The number of the machine within the app.
    package let machine: Int

    /// Chosen by the page; it comes back with the outcome.
    package let command: String
}
