extension MachineRecording {
    /// An error for a line of a recording that the initializer cannot read.
    ///
    /// ```text
    /// Cannot read line 7 of the recording: the line is truncated. The 6 entries before it are in `recording`.
    /// {"state":"closed","ev
    /// ```
    public struct MalformedLine: Error, CustomStringConvertible {
        /// Which line cannot be read, counted from 1; 0 if the reason concerns no single line.
        public let number: Int

        /// The line's text.
        public let text: String

        /// Why the line cannot be read.
        public let reason: String

        /// Entries before the line.
        public let recording: MachineRecording

        /// A text with the line's number, the reason why it cannot be read, and how its text
        /// begins.
        public var description: String {
            if number == 0 { return "Cannot read the recording: \(reason)." }
            return """
                Cannot read line \(number) of the recording: \(reason). The \(recording.entries.count) entries before it are in \
                `recording`.
                \(text.count > 200 ? "\(text.prefix(200))…" : text)
                """
        }
    }
}

extension MachineRecording.MalformedLine: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension MachineRecording.MalformedLine: Hashable where Definition: Hashable, Definition.Event: Hashable {}
