import Foundation
import StateMachineScaffolding

/// Reads designs, and writes designs and their pictures.
enum DesignFile {
    /// Returns the chart in a file, whose name shows the language.
    static func read(_ path: String) throws -> Chart {
        let folder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        return try DiagramFile(path, package: folder).chart()
    }

    static func write(_ text: String, to path: String) throws {
        let file = URL(filePath: path)
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw Problem("Cannot write \(path): \(GeneratedFiles.reason(for: error))")
        }
    }
}
