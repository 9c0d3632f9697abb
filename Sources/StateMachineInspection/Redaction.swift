public import StateMachineGraphs
import StateMachineTesting

/// What leaves the process of an inspected machine: all, or names alone.
///
/// ```swift
/// machine.inspect("login", redacting: .payloads)
/// machine.inspect("login", redacting: .names { $0.path.first == "signedIn" ? "signedIn(…)" : "\($0)" })
/// ```
///
/// It concerns states, events and activities alike. If anything is redacted, no value is sent but by its name, and no reason of a broken
/// property, which may quote values.
public struct Redaction: Sendable {
    /// The text of a name; `nil` if values leave the process.
    let text: EntryNaming?

    /// Nothing is redacted.
    public static let nothing = Redaction(text: nil)

    /// Only cases are sent, such as `signedIn`; of a value that is no enum, the name of its type.
    public static let payloads = Redaction { $0.casePath.joined(separator: ".") }

    /// Only what a closure makes of each name is sent, besides the cases.
    public static func names(_ text: @escaping @Sendable (ValueName) -> String) -> Redaction {
        Redaction(text: text)
    }
}
