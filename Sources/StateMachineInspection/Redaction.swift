public import StateMachineGraphs
import StateMachineTesting

/// What leaves the process of an inspected machine: all, or names alone.
///
/// ```swift
/// machine.inspect("login", redacting: .payloads)
/// machine.inspect("login", redacting: .renaming { $0.path.first == "signedIn" ? "signedIn(…)" : "\($0)" })
/// ```
///
/// It applies to states, events and activities. If anything is redacted, values are sent by their
/// names only, and the reason of a broken property is not sent, since it may quote values. Why an
/// event was dropped is always sent, as a word; and a page that sent an event gets the message of
/// the decoder if the event cannot be decoded.
public struct Redaction: Sendable {
    /// The text of a name; `nil` if values leave the process.
    let text: EntryNaming?

    /// Nothing is redacted.
    public static let nothing = Redaction(text: nil)

    /// Only cases are sent, such as `signedIn`; of a value that is no enum, the name of its type.
    public static let payloads = Redaction { $0.casePath.joined(separator: ".") }

    /// Only what a closure makes of each name is sent, besides the cases.
    public static func renaming(_ text: @escaping @Sendable (ValueName) -> String) -> Redaction {
        Redaction(text: text)
    }
}
