extension MachineRecording {
    /// The error for a line of a recording that the initializer cannot read.
    ///
    /// ```text
    /// Cannot read line 7 of the recording: the line is truncated. The 6 entries before it are in `recording`.
    /// {"state":"closed","ev
    /// ```
    public struct MalformedLine: Error, CustomStringConvertible {
        /// The number of the line, counted from 1; 0 if the reason concerns no single line.
        public let number: Int

        /// The text of the line.
        public let text: String

        /// The reason why the line cannot be read.
        public let reason: String

        /// The entries before the line.
        public let recording: MachineRecording

        /// The number of the line, the reason why it cannot be read, and the beginning of its text.
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
