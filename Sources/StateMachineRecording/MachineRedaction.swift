public import StateMachineGraphs
import StateMachines

/// A rule that decides which information about a machine may leave its process.
///
/// ```swift
/// machine.record("login", in: file, redacting: .payloads)
/// machine.inspect("login", redacting: .renaming { $0.path.first == "signedIn" ? "signedIn(…)" : "\($0)" })
/// ```
///
/// States, events, activities and the reasons of rejections are redacted. With any redaction except
/// ``nothing``, a file contains values only by name, and so does everything that is made from it:
/// tests, Markdown, diagrams and pictures. It does not contain the reason why a property is
/// violated, because the reason may quote values. In memory, a ``MachineRecorder`` keeps the
/// values, and so do the results of checking its recording.
///
/// Three things are never redacted:
/// - The names that you choose for machines and properties.
/// - The reason why an event was dropped, which is one word.
/// - The decoder's message if an event from an inspector's page cannot be decoded. The app sends it
///   to the page that sent the event.
public struct MachineRedaction: Sendable {
    /// A function that returns a name's text; `nil` if nothing is redacted.
    package let text: EntryNaming?

    /// A redaction that changes nothing.
    public static let nothing = MachineRedaction(text: nil)

    /// A redaction that keeps only case names, such as `signedIn`.
    ///
    /// For a value that is not an enum, it keeps the type's name.
    public static let payloads = MachineRedaction { $0.casePath.joined(separator: ".") }

    /// Returns a redaction that keeps the result of a closure for each name.
    ///
    /// Unchanged case names are kept as well.
    public static func renaming(_ text: @escaping @Sendable (ValueName) -> String) -> MachineRedaction {
        MachineRedaction(text: text)
    }
}

// All text from values passes through these functions.
extension MachineRedaction {
    /// Whether this is not ``nothing``.
    package var redactsAnything: Bool { text != nil }

    package func name(of value: some Any) -> String { text.name(of: value) }

    /// Returns a rejection's reason by its name, or `nil` if the definition has no reasons of its
    /// own.
    package func name(ofReason reason: some Error) -> String? { text.name(ofReason: reason) }

    /// Returns a value's cases, without its payload if anything is redacted.
    func path(of value: some Any) -> [String] { text.path(of: value) }

    func entry<Definition>(of step: TraceStep<Definition>) -> MachineRecording<Definition>.Entry {
        MachineRecording.Entry(step, time: nil, naming: text)
    }

    /// Returns the reason why a property is violated; `nil` if anything is redacted, because it may
    /// quote values.
    func reason(of failure: Counterexample<some StateDefinition>) -> String? { text == nil ? failure.reason : nil }
}
