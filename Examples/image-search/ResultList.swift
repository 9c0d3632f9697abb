import Foundation
import ImageSearchMachine
import StateMachineExampleSupport

/// The results of a search, for people and for scripts.
enum ResultList {
    static func table(
        _ images: [ImageResult],
        of found: ImageSearchClient.Page?,
        page: Int,
        limit: Int,
        on terminal: Terminal
    ) -> [String] {
        let total = found?.totalHits ?? images.count
        guard !images.isEmpty else {
            return [total == 0 ? "no images found" : "\(total.counted("image")) found, none on page \(page)"]
        }
        var table = TextTable(
            ["id", "tags", "user", "size", "likes"],
            alignments: [.right, .left, .left, .right, .right]
        )
        for image in images {
            let size = image.width.flatMap { width in image.height.map { "\(width)×\($0)" } }
            let likes = image.likes.map(String.init)
            table.append([String(image.id), image.tags.joined(separator: ", "), image.user, size ?? "", likes ?? ""])
        }
        var lines = table.lines(fitting: terminal.width, cutting: 1)
        lines[0] = terminal.bold(lines[0])
        let noun = total == 1 ? "image" : "images"
        return lines + [terminal.dimmed("\(images.count) of \(total) \(noun), page \(page)")]
    }

    private struct Document: Encodable {
        let query: String
        let page: Int
        let total: Int
        let totalHits: Int
        let hits: [ImageResult]
    }

    private struct Failure: Encodable {
        let query: String
        let error: String
    }

    static func json(_ images: [ImageResult], for query: String, of found: ImageSearchClient.Page?, page: Int) -> String
    {
        jsonLine(
            Document(
                query: query,
                page: page,
                total: found?.total ?? images.count,
                totalHits: found?.totalHits ?? images.count,
                hits: images
            )
        )
    }

    static func json(error: String, for query: String) -> String {
        jsonLine(Failure(query: query, error: error))
    }
}
