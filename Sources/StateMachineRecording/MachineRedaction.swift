public import StateMachineGraphs
import StateMachines

/// A rule for the information about a machine that may leave its process.
///
/// ```swift
/// machine.record("login", in: file, redacting: .payloads)
/// machine.inspect("login", redacting: .renaming { $0.path.first == "signedIn" ? "signedIn(…)" : "\($0)" })
/// ```
///
/// A redaction applies to states, events, activities and the reasons of rejections. With any
/// redaction except ``nothing``, a file contains values only by name, and so does everything that
/// is made from the file: tests, Markdown, diagrams and pictures. It does not contain the reason
/// why a property is violated, because the reason may quote values. In the memory of the process, a
/// ``MachineRecorder`` keeps the values, and so do the results of checking its recording.
///
/// Three things are never redacted: the names that you choose for machines and properties, the
/// reason why an event was dropped, which is one word, and the message of the decoder if an event
/// from an inspector's page cannot be decoded. The app sends this message to the page that sent the
/// event.
public struct MachineRedaction: Sendable {
    /// The function that returns the text of a name; `nil` if nothing is redacted.
    package let text: EntryNaming?

    /// A redaction that changes nothing.
    public static let nothing = MachineRedaction(text: nil)

    /// A redaction that keeps only case names, such as `signedIn`.
    ///
    /// For a value that is not an enum, it keeps the name of the type.
    public static let payloads = MachineRedaction { $0.casePath.joined(separator: ".") }

    /// Returns a redaction that keeps the result of a closure for each name.
    ///
    /// The unchanged case names are kept in addition to these results.
    public static func renaming(_ text: @escaping @Sendable (ValueName) -> String) -> MachineRedaction {
        MachineRedaction(text: text)
    }
}

// All text from values passes through these functions.
extension MachineRedaction {
    /// Whether this is not ``nothing``.
    package var redactsAnything: Bool { text != nil }

    package func name(of value: some Any) -> String { text.name(of: value) }

    /// Returns the name of the reason of a rejection, or `nil` if the definition has no reasons of
    /// its own.
    package func name(ofReason reason: some Error) -> String? { text.name(ofReason: reason) }

    /// Returns the cases of a value, without its payload if anything is redacted.
    func path(of value: some Any) -> [String] { text.path(of: value) }

    func entry<Definition>(of step: TraceStep<Definition>) -> MachineRecording<Definition>.Entry {
        MachineRecording.Entry(step, time: nil, naming: text)
    }

    /// Returns the reason why a property is violated; `nil` if anything is redacted.
    ///
    /// The reason may quote values.
    func reason(of failure: Counterexample<some StateDefinition>) -> String? { text == nil ? failure.reason : nil }
}
