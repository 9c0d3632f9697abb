/// The names of the variables of a walk over regions.
struct WalkFlags: Hashable {
    /// What the names end with.
    private let suffix: String

    /// The names of the outermost walk.
    static let outermost = WalkFlags(suffix: "")

    private init(suffix: String) { self.suffix = suffix }

    /// The names of a walk inside another one.
    ///
    /// - Parameter type: The type of the parallel state.
    init(inside type: String) { suffix = "In\(type)" }

    /// Whether any transition has been taken.
    static let isHandled = "isHandled"

    var moved: String { "hasMoved\(suffix)" }
    var left: String { "hasLeft\(suffix)" }
    /// Where the actions of a state around the regions are inserted.
    var unanswered: String { "unanswered\(suffix)" }
    var reached: String { "hasReachedEnd\(suffix)" }
    /// A flag in place of `unanswered`, where the index does not matter.
    var isUnanswered: String { "isUnanswered\(suffix)" }
    var names: [String] { [moved, left, unanswered, reached, isUnanswered] }
}
