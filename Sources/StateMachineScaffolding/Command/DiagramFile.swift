package import Foundation

/// A file that contains a diagram.
package struct DiagramFile {
    /// The path from the command line.
    let path: String
    private let url: URL
    /// The number or the name of one of several machines in the file.
    private let part: String?

    /// Finds a file.
    ///
    /// A relative path begins in the caller's folder. If the file does not exist there, the path
    /// begins in the package's folder. If the file contains several machines, the path can end with
    /// `#` and the number or the name of a machine, which in Markdown is the heading above it.
    package init(_ path: String, package: URL) throws(ScaffoldCommand.Failure) {
        self.path = path
        let here = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        let folders = path.hasPrefix("/") ? [] : here.path == package.path ? [here] : [here, package]
        func find(_ path: String) -> URL? {
            let candidates = folders.isEmpty ? [URL(filePath: path)] : folders.map { $0.appending(path: path) }
            return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
        }
        let whole = find(path)
        let (file, part) = Self.split(path)
        self.part = whole == nil ? part : nil
        guard let url = whole ?? find(file) else {
            let places = folders.isEmpty ? "" : " in " + folders.map(\.path).joined(separator: " or ")
            throw ScaffoldCommand.Failure(description: "Cannot read \(path): the file does not exist\(places).")
        }
        self.url = url
    }

    /// Returns the name of a file without its extension, or the name of the machine in the file.
    static func title(of path: String) -> String {
        let (file, part) = split(path)
        if let part, Int(part) == nil, DiagramLanguage.canHaveParts(file) { return part }
        return URL(filePath: file).deletingPathExtension().lastPathComponent
    }

    /// Returns the path of a file, and the text after the last `#`.
    private static func split(_ path: String) -> (file: String, part: String?) {
        guard let mark = path.lastIndex(of: "#") else { return (path, nil) }
        return (String(path[..<mark]), String(path[path.index(after: mark)...]))
    }

    /// Returns the chart in the file.
    package func chart() throws(ScaffoldCommand.Failure) -> Chart {
        let text = try text()
        do throws(ChartError) {
            return try DiagramLanguage.read(text, named: url.lastPathComponent, part: part)
        } catch {
            throw ScaffoldCommand.Failure(description: error.report(of: path))
        }
    }

    /// Returns the text; of a file that is too large, only enough for the readers to refuse it.
    private func text() throws(ScaffoldCommand.Failure) -> String {
        if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
            throw ScaffoldCommand.Failure(
                description: "Cannot read \(path): it is a folder. Pass the path of a diagram file."
            )
        }
        let data: Data?
        do {
            data = try FileHandle(forReadingFrom: url).read(upToCount: DiagramLanguage.largestFile + 1)
        } catch {
            throw ScaffoldCommand.Failure(description: "Cannot read \(path): \(error.reason).")
        }
        guard let data, !data.isEmpty else { throw problem("the file is empty; expected a diagram") }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw problem("the file is not encoded in UTF-8; expected UTF-8 text")
        }
        return text
    }

    private func problem(_ words: String) -> ScaffoldCommand.Failure {
        ScaffoldCommand.Failure(description: "\(path): \(words)")
    }
}
