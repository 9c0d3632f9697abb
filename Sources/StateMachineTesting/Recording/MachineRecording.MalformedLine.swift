extension MachineRecording {
    /// A line of a recording that cannot be read.
    ///
    /// ```text
    /// Line 7 of the recording cannot be read: it ends too early. The 6 entries before it are in `recording`.
    /// {"state":"closed","ev
    /// ```
    public struct MalformedLine: Error, CustomStringConvertible {
        /// The number of the line, from 1.
        public let number: Int

        /// The text of the line.
        public let text: String

        /// Why it cannot be read.
        public let reason: String

        /// The entries before it.
        public let recording: MachineRecording

        /// The number of the line, why it cannot be read, and its beginning.
        public var description: String {
            """
            Line \(number) of the recording cannot be read: \(reason). The \(recording.entries.count) entries before it are in \
            `recording`.
            \(text.count > 200 ? "\(text.prefix(200))…" : text)
            """
        }
    }
}
