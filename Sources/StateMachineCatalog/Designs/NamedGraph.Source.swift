extension NamedGraph {
    /// The states and transitions of a machine or a design before those with one name are merged.
    ///
    /// Several nodes can have the same place. They differ in something that has no name, such as a
    /// payload or the stored state of a history.
    struct Source {
        var nodes: [Node] = []
        var edges: [Edge] = []

        struct Node {
            var place: StatePlace
            var isInitial = false
            var isFinal = false
            /// Whether the exploration did not try any event in this state.
            var isOpen = false
        }

        struct Edge {
            var source: Int
            /// The names of the event's cases, outer ones first.
            var event: [String]
            /// The condition in the design, such as `[is valid]`.
            var condition: String?
            var target: Int
        }
    }
}
