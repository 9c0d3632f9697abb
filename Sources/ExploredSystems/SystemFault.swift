import StateMachineGraphs

/// A failure in a system, either thrown by a move or made from a trap.
///
/// ```swift
/// guard waiting.remove(id) != nil else { throw SystemFault("a request is answered twice") }
/// ```
public struct SystemFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the failure.
    public let reason: String

    /// The place that threw the fault or trapped; `nil` if it is unknown.
    ///
    /// If a move throws an error of another type, the place is the name of the move without its
    /// subject.
    public let place: Place?

    /// Creates a fault at the place of this call.
    ///
    /// An exploration reports all faults with the same place and the same reason as one fault. The
    /// numbers in a reason, such as those of identifiers, do not distinguish faults.
    ///
    /// If a function throws faults on behalf of its callers, give it the parameters `fileID: String
    /// = #fileID, line: Int = #line`, and pass their values on to this initializer, so that the
    /// fault has the caller's place.
    public init(_ reason: String, fileID: String = #fileID, line: Int = #line) {
        self.reason = reason
        place = Place(file: fileID, line: line, function: nil)
    }

    /// Creates a fault from an error and the name of the move that threw it, without its subject.
    ///
    /// An error of another type does not contain its place, and its text may contain an identifier.
    init(thrown error: any Error, in move: String) {
        if let fault = error as? SystemFault {
            self = fault
        } else {
            self.init("\(error)", at: Place(file: nil, line: nil, function: "in '\(move)'"))
            kind = Self.kind(of: error)
        }
    }

    init(_ reason: String, at place: Place?) {
        self.reason = reason
        self.place = place
    }

    /// The type and the case of an error that is not a `SystemFault`; `nil` for any other fault.
    private var kind: String?

    private static func kind(of error: any Error) -> String {
        let (type, mirror) = (String(reflecting: type(of: error)), Mirror(reflecting: error))
        return mirror.displayStyle == .enum ? "\(type).\(ValueName.caseName(of: error, mirror))" : type
    }

    /// A place in the source.
    public struct Place: Hashable, Sendable, CustomStringConvertible {
        /// The file, with its module if the module is known.
        public let file: String?

        /// The line in the file, counted from 1.
        public let line: Int?

        /// The function, for a trap in code without debug information.
        public let function: String?

        /// Creates a place from the path of a file, of which it keeps the file and its folder.
        init(path: String?, line: Int?, function: String?) {
            let file = path.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
            self.init(file: file, line: line, function: function)
        }

        init(file: String?, line: Int?, function: String?) {
            (self.file, self.line, self.function) = (file, line, function)
        }

        /// The file with the line, or the function.
        public var description: String {
            guard let file else { return function ?? "an unknown place" }
            return line.map { "\(file):\($0)" } ?? file
        }
    }

    /// The reason, with the place in parentheses.
    public var description: String { place.map { "\(reason) (\($0))" } ?? reason }

    /// The text that tells one fault from another: the place and the reason without its numbers,
    /// which may be identifiers.
    ///
    /// For an error that is not a `SystemFault`, the text contains the type, the case and the move.
    var identity: String {
        if let kind { return "\(kind) \(place.map(\.description) ?? "")" }
        guard let place, place.line != nil else { return description }
        return "\(place) \(reason.replacing(/[0-9]+/, with: "#"))"
    }
}
