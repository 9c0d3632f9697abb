/// Something that must not happen in a system: thrown by a move, or made from a trap.
///
/// ```swift
/// guard let request = waiting.removeValue(forKey: id) else { throw Fault("a request is answered twice") }
/// ```
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words.
    public let reason: String

    /// Where it was thrown, or where it trapped; `nil` if that is not known.
    public let place: Place?

    /// A fault that is found here.
    ///
    /// Faults of one place are one fault. A function that throws for others takes their place as
    /// arguments: `fileID: String = #fileID, line: Int = #line`.
    public init(_ reason: String, fileID: String = #fileID, line: Int = #line) {
        self.reason = reason
        place = Place(file: fileID, line: line, function: nil)
    }

    /// What a move has thrown.
    init(thrown error: any Error) {
        self = error as? Fault ?? Fault("\(error)", at: nil)
    }

    init(_ reason: String, at place: Place?) {
        self.reason = reason
        self.place = place
    }

    /// A place in the source.
    public struct Place: Hashable, Sendable, CustomStringConvertible {
        /// The file, with its module where that is known.
        public let file: String?

        /// The line in the file, from 1.
        public let line: Int?

        /// The function, of a trap in code without debug information.
        public let function: String?

        /// The file with the line, or the function.
        public var description: String {
            guard let file else { return function ?? "an unknown place" }
            return line.map { "\(file):\($0)" } ?? file
        }
    }

    /// The reason, and the place in parentheses.
    public var description: String { place.map { "\(reason) (\($0))" } ?? reason }

    /// What tells one fault from another: the place, or the reason where there is none.
    var identity: String {
        guard let place, place.line != nil else { return description }
        return "\(place)"
    }
}
