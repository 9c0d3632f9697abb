/// A writer for a format.
///
/// Each format defines its writer in its own file, and ``DiagramFormat`` lists the writers.
struct FormatWriter: Sendable {
    /// The extension of a file in the format.
    let fileExtension: String

    /// A closure that returns a machine in the format.
    let text: @Sendable (MachineDescription) -> String

    init(fileExtension: String, text: @escaping @Sendable (MachineDescription) -> String) {
        self.fileExtension = fileExtension
        self.text = text
    }
}
