import Foundation

/// Files that are written into a package, all or none.
struct NewFiles {
    /// The folder of the package.
    private let package: URL
    /// The folders and files that were made, in their order.
    private var made: [URL] = []

    /// Writes files that are not there yet; their paths begin in the package.
    static func write(_ files: [(path: String, text: String)], into package: URL) throws(ScaffoldCommand.Failure) {
        let manager = FileManager.default
        guard manager.fileExists(atPath: package.appending(path: "Package.swift").path) else {
            throw ScaffoldCommand.Failure(
                description: "There is no Package.swift in \(package.path), and nothing was written."
            )
        }
        if let present = files.first(where: { manager.fileExists(atPath: package.appending(path: $0.path).path) }) {
            throw ScaffoldCommand.Failure(
                description: "\(present.path) is there already, and nothing was written. Choose another --name."
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
            // A file that is half written is ours, and one that has come meanwhile is not.
            if (error as? CocoaError)?.code != .fileWriteFileExists { made.append(url) }
            throw error
        }
    }

    /// Removes what was made; a folder stays if somebody else has put something into it.
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
