public import StateMachineGraphs
import StateMachineRecording
import StateMachines

/// A rule for the information that leaves the process of an inspected machine.
///
/// ```swift
/// machine.inspect("login", redacting: .payloads)
/// machine.inspect("login", redacting: .renaming { $0.path.first == "signedIn" ? "signedIn(…)" : "\($0)" })
/// ```
///
/// A redaction applies to states, events and activities. With any redaction except ``nothing``, the
/// app sends values only by name. It does not send the reason why a property is violated, because
/// the reason may quote values.
///
/// Two things are never redacted: the reason why an event was dropped, which is one word, and the
/// message of the decoder if an event from a page cannot be decoded. The app sends this message to
/// the page that sent the event. For the form of ``AcceptedEvents/values``, a redacted machine
/// sends the names of cases, fields and types, but no values.
public struct InspectionRedaction: Sendable {
    /// The function that returns the text of a name; `nil` if nothing is redacted.
    private let text: EntryNaming?

    /// A redaction that changes nothing.
    public static let nothing = InspectionRedaction(text: nil)

    /// A redaction that sends only case names, such as `signedIn`.
    ///
    /// For a value that is not an enum, it sends the name of the type.
    public static let payloads = InspectionRedaction { $0.casePath.joined(separator: ".") }

    /// Returns a redaction that sends the result of a closure for each name.
    ///
    /// The unchanged case names are sent in addition to these results.
    public static func renaming(_ text: @escaping @Sendable (ValueName) -> String) -> InspectionRedaction {
        InspectionRedaction(text: text)
    }
}

// All text from values passes through these functions.
extension InspectionRedaction {
    /// Whether this is not ``nothing``.
    var redactsAnything: Bool { text != nil }

    func name(of value: some Any) -> String { text.name(of: value) }

    /// Returns the name of the reason of a rejection, or `nil` if the definition has no reasons of
    /// its own.
    func name(ofReason reason: some Error) -> String? { text.name(ofReason: reason) }

    /// Returns the cases of a value, without its payload if anything is redacted.
    func path(of value: some Any) -> [String] { text.path(of: value) }

    func entry<Definition>(of step: TraceStep<Definition>, at time: Duration) -> MachineRecording<Definition>.Entry {
        MachineRecording.Entry(step, time: time, naming: text)
    }

    func json(of entry: MachineRecording<some StateDefinition>.Entry) -> String { entry.json(naming: text) }

    /// Returns the reason why a property is violated; `nil` if anything is redacted.
    ///
    /// The reason may quote values.
    func reason(of failure: Counterexample<some StateDefinition>) -> String? { text == nil ? failure.reason : nil }
}
