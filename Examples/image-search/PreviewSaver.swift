import Foundation
import ImageSearchMachine
import StateMachineExampleSupport

/// Downloads the previews of images into a directory, a few at a time.
struct PreviewSaver: Sendable {
    let client: ImageSearchClient
    let directory: String
    let isQuiet: Bool

    private static let downloadsAtOnce = 4

    /// Saves the previews, each one either completely or not at all.
    ///
    /// - Returns: Whether every preview was saved.
    func save(_ images: [ImageResult]) async -> Bool {
        let folder = URL(filePath: directory, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            report(
                "cannot create the directory \(directory.printable): \(reasonForFailure(folder) ?? error.systemReason)"
            )
            return false
        }
        let bar = ProgressBar("saving", on: isQuiet ? .error : .output)
        var (saved, bytes) = (0, 0)
        var failures: [String] = []
        await withTaskGroup(of: Result<Int, Failure>.self) { group in
            var waiting = images[...]
            func addNext() {
                guard let image = waiting.popFirst() else { return }
                group.addTask { await save(image, in: folder) }
            }
            for _ in 0..<Self.downloadsAtOnce { addNext() }
            for await result in group {
                switch result {
                case .success(let count): (saved, bytes) = (saved + 1, bytes + count)
                case .failure(let failure): failures.append(failure.message)
                }
                let fraction = Double(saved + failures.count) / Double(images.count)
                bar.draw(fraction, detail: "\(saved) of \(images.count), \(bytes.formatted(.byteCount(style: .file)))")
                if !Task.isCancelled { addNext() }
            }
        }
        bar.clear()
        if Task.isCancelled { return false }
        for failure in failures { report(failure) }
        if !isQuiet {
            let size = bytes.formatted(.byteCount(style: .file))
            Terminal.output.print("saved \(saved.counted("preview")), \(size), in \(directory.printable)")
        }
        return saved == images.count
    }

    private struct Failure: Error {
        let message: String
    }

    private func save(_ image: ImageResult, in folder: URL) async -> Result<Int, Failure> {
        let file = folder.appending(path: fileName(of: image))
        do {
            let data = try await client.data(from: image.previewURL)
            try data.write(to: file, options: .atomic)
            return .success(data.count)
        } catch let error as ImageSearchError {
            return .failure(Failure(message: "preview \(image.id): \(error.description.printable)"))
        } catch {
            let reason = error.reason(forWriting: file.path(percentEncoded: false))
            return .failure(
                Failure(message: "cannot write preview \(image.id) to \(directory.printable): \(reason)")
            )
        }
    }

    /// Returns a file name made of the image number.
    ///
    /// A name from the service could be any path.
    private func fileName(of image: ImageResult) -> String {
        let known = ["png", "jpg", "jpeg", "gif", "webp"]
        let suffix = image.previewURL.pathExtension.lowercased()
        return known.contains(suffix) ? "\(image.id).\(suffix)" : "\(image.id)"
    }

    /// Returns the reason why a directory cannot be created, which Foundation may not report.
    ///
    /// It returns `nil` if the system gives no reason.
    private func reasonForFailure(_ folder: URL) -> String? {
        guard mkdir(folder.path(percentEncoded: false), 0o777) != 0, errno != EEXIST else { return nil }
        return String(cString: strerror(errno))
    }

    private func report(_ message: String) {
        Terminal.error.print("image-search: \(message)")
    }
}
