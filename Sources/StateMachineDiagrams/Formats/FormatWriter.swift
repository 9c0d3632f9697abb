/// How a format is written; each has one in its file, and ``DiagramFormat`` lists them.
struct FormatWriter: Sendable {
    /// The extension of a file in the format.
    let fileExtension: String

    /// A machine in the format.
    let text: @Sendable (MachineDescription) -> String

    init(fileExtension: String, text: @escaping @Sendable (MachineDescription) -> String) {
        self.fileExtension = fileExtension
        self.text = text
    }
}
