/// The position of a state in a machine, as regions and cases from the outside in.
typealias StatePath = [StatePathElement]

/// A step in a path into the tree of states.
enum StatePathElement: Hashable {
    /// A region, whose name is `nil` if it is the only one.
    case region(String?)

    /// A case.
    case state(String)
}

extension StatePath {
    /// The names on the path, from the outside in.
    var names: [String] {
        compactMap { element in
            switch element {
            case .region(let name): name
            case .state(let name): name
            }
        }
    }
}
