import Foundation

/// The file with a diagram.
struct DiagramFile {
    /// The path as it was given.
    let path: String
    private let url: URL

    /// Finds a file; a relative path begins in the folder of the caller, or else in that of the
    /// package.
    init(_ path: String, package: URL) throws(ScaffoldCommand.Failure) {
        self.path = path
        let here = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        let folders = path.hasPrefix("/") ? [] : here.path == package.path ? [here] : [here, package]
        let candidates = folders.isEmpty ? [URL(filePath: path)] : folders.map { $0.appending(path: path) }
        guard let url = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            let places = folders.isEmpty ? "" : " in " + folders.map(\.path).joined(separator: " or ")
            throw ScaffoldCommand.Failure(description: "Cannot read \(path): there is no such file\(places).")
        }
        self.url = url
    }

    /// The chart that the file has.
    func chart() throws(ScaffoldCommand.Failure) -> Chart {
        let text = try text()
        do throws(ChartError) {
            return try DiagramLanguage.read(text, named: url.lastPathComponent)
        } catch {
            throw problem("\(error)")
        }
    }

    /// The text; a too large one only as far as the readers need to refuse it.
    private func text() throws(ScaffoldCommand.Failure) -> String {
        if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
            throw ScaffoldCommand.Failure(description: "Cannot read \(path): it is a folder.")
        }
        let data: Data?
        do {
            data = try FileHandle(forReadingFrom: url).read(upToCount: DiagramLanguage.largestFile + 1)
        } catch {
            throw ScaffoldCommand.Failure(description: "Cannot read \(path): \(error.reason).")
        }
        guard let data, !data.isEmpty else { throw problem("the file is empty; expected a diagram") }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw problem("the file is not UTF-8; expected text")
        }
        return text
    }

    private func problem(_ words: String) -> ScaffoldCommand.Failure {
        ScaffoldCommand.Failure(description: "\(path): \(words)")
    }
}
