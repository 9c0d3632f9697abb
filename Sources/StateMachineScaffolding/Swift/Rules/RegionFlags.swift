/// The names of the variables of a walk over regions.
struct RegionFlags: Hashable {
    /// The suffix of the names.
    private let suffix: String

    /// The names of the outermost walk.
    static let outermost = RegionFlags(suffix: "")

    private init(suffix: String) { self.suffix = suffix }

    /// Creates the names of a walk inside another walk.
    ///
    /// - Parameter type: The type of the parallel state.
    init(inside type: String) { suffix = "In\(type)" }

    /// Whether any transition has been taken.
    static let isHandled = "isHandled"

    var moved: String { "hasMoved\(suffix)" }
    var left: String { "hasLeft\(suffix)" }
    /// The index at which the actions of an enclosing state are inserted.
    var unanswered: String { "unanswered\(suffix)" }
    var reached: String { "hasReachedEnd\(suffix)" }
    /// A flag that replaces `unanswered` if the index does not matter.
    var isUnanswered: String { "isUnanswered\(suffix)" }
    var names: [String] { [moved, left, unanswered, reached, isUnanswered] }
}
