import Foundation

/// `generate-rings FILE`: writes the rings that `benchmarks` measures; the plugin of the same name
/// runs it.
@main
enum GenerateRings {
    /// The scale report measures all of them.
    private static let counts = [2, 5, 10, 25, 50]

    /// The workload of large machines compares the definition with a `switch` by hand, and with
    /// `ring.c`.
    private static let countByHand = 25

    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("Usage: generate-rings FILE\n".utf8))
            exit(2)
        }
        let sources =
            ["import StateMachines\n"]
            + counts.map { RingSource(count: $0).definition }
            + [RingSource(count: countByHand).byHand]
        try Data(sources.joined(separator: "\n").utf8).write(to: URL(filePath: CommandLine.arguments[1]))
    }
}
