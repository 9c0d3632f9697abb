import Foundation

extension Encodable {
    /// Readable JSON, the same at each time.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // What is encoded here holds texts and numbers of its own making, which JSON can say.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
    }
}
