import Foundation

/// New files for a package, of which either all or none are written.
struct NewFiles {
    /// The folder of the package.
    private let package: URL
    /// The created folders and files, in order of creation.
    private var made: [URL] = []

    /// Writes files that do not exist yet, with paths relative to the package.
    static func write(_ files: [(path: String, text: String)], into package: URL) throws(ScaffoldCommand.Failure) {
        let manager = FileManager.default
        guard manager.fileExists(atPath: package.appending(path: "Package.swift").path) else {
            throw ScaffoldCommand.Failure(
                description:
                    "Cannot find Package.swift in \(package.path). Nothing was written. Pass the folder of a package with --package-path."
            )
        }
        if let present = files.first(where: { manager.fileExists(atPath: package.appending(path: $0.path).path) }) {
            throw ScaffoldCommand.Failure(
                description: "\(present.path) already exists. Nothing was written. Choose another name with --name."
            )
        }
        var newFiles = NewFiles(package: package)
        for file in files {
            do {
                try newFiles.write(file.text, to: file.path)
            } catch {
                newFiles.remove()
                throw ScaffoldCommand.Failure(
                    description: "Cannot write \(file.path): \(error.reason). Nothing was written."
                )
            }
        }
    }

    private init(package: URL) {
        self.package = package
    }

    private mutating func write(_ text: String, to path: String) throws {
        let names = path.split(separator: "/").map(String.init)
        for end in names.indices.dropFirst() {
            let folder = names[..<end].joined(separator: "/")
            let url = package.appending(path: folder)
            var isFolder: ObjCBool = false
            if !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
                made.append(url)
            } else if !isFolder.boolValue {
                throw NotAFolder(path: folder)
            }
        }
        let url = package.appending(path: path)
        do {
            try Data(text.utf8).write(to: url, options: .withoutOverwriting)
            made.append(url)
        } catch {
            // A partly written file has to be removed, but not a file of another process.
            if (error as? CocoaError)?.code != .fileWriteFileExists { made.append(url) }
            throw error
        }
    }

    /// Removes the created files and folders, except folders with files of other processes.
    private func remove() {
        let manager = FileManager.default
        for url in made.reversed() where (try? manager.contentsOfDirectory(atPath: url.path))?.isEmpty ?? true {
            try? manager.removeItem(at: url)
        }
    }

    private struct NotAFolder: LocalizedError {
        let path: String
        var errorDescription: String? { "\(path) is not a folder" }
    }
}
