import StateMachineCommandLine

extension XStateReader {
    /// The states of a configuration in document order, with their names and places.
    struct Outline {
        struct Node {
            var key: String
            /// The keys from the outermost state to this state.
            var path: [String]
            /// The identifier in XState.
            var id: String
            /// The id in the chart: the key, or the path if several states have the same key.
            var chartID = ""
            var kind: Chart.State.Kind
            var config: JSONTree
            var position: Position
            var parent: Int?
            var children: [Int] = []
            /// The last state inside this state, or the state itself.
            var last: Int
        }

        private(set) var nodes: [Node] = []
        /// The states by their identifiers in XState.
        private(set) var ids: [String: Int] = [:]

        /// The members that only a configuration contains.
        static let marks = [
            "initial", "states", "on", "id", "always", "after", "invoke", "entry", "exit", "context", "type", "types",
        ]

        init(_ document: JSONTree, _ errors: inout ErrorList) {
            add(document, key: "", at: document.position, parent: nil, &errors)
            guard errors.isEmpty else { return }
            nameStates()
        }

        var machineID: String { nodes[0].id }

        /// The children of a state that are not histories.
        func states(in node: Int) -> [Int] {
            nodes[node].children.filter { if case .history = nodes[$0].kind { false } else { true } }
        }

        func isInside(_ node: Int, _ outer: Int) -> Bool { node > outer && node <= nodes[outer].last }

        /// Returns the enclosing states of a state, from the innermost to the machine.
        func ancestors(of node: Int) -> [Int] {
            Array(sequence(first: node) { nodes[$0].parent }.dropFirst())
        }

        private mutating func add(
            _ config: JSONTree,
            key: String,
            at position: Position,
            parent: Int?,
            _ errors: inout ErrorList
        ) {
            do throws(ChartError) {
                let members = try XStateMembers(config, parent == nil ? .machine : .state, &errors)
                guard nodes.count < ChartTree.limits.states else {
                    throw ChartError(
                        position,
                        "the machine has more than \(ChartTree.limits.states) states",
                        expected: "fewer states"
                    )
                }
                guard parent == nil || !key.isEmpty && key.utf8.count <= 200 else {
                    throw ChartError(
                        position,
                        "the key of a state is empty or longer than 200 bytes",
                        expected: "a key of 1 to 200 bytes"
                    )
                }
                let path = parent.map { nodes[$0].path + [key] } ?? []
                let given = try members["id"].map { tree throws(ChartError) in try tree.string }
                let id = given ?? ([parent == nil ? "(machine)" : machineID] + path).joined(separator: ".")
                let inner = try Self.members(of: members["states"])
                let kind = try Self.kind(members, hasStates: !inner.isEmpty)
                let index = nodes.count
                nodes.append(
                    Node(
                        key: key,
                        path: path,
                        id: id,
                        kind: kind,
                        config: config,
                        position: position,
                        parent: parent,
                        last: index
                    )
                )
                if let parent { nodes[parent].children.append(index) }
                if let other = ids.updateValue(index, forKey: id) {
                    throw ChartError(
                        members["id"]?.position ?? position,
                        "the id “\(id.abbreviated(after: 80))” already belongs to the state at \(nodes[other].position)",
                        expected: "a different id for each state"
                    )
                }
                for member in inner {
                    add(member.value, key: member.name, at: member.position, parent: index, &errors)
                    guard !errors.isFull else { break }
                }
                nodes[index].last = nodes.count - 1
            } catch {
                errors.add(error)
            }
        }

        private static func members(of states: JSONTree?) throws(ChartError) -> [JSONMembers.Member] {
            guard let states else { return [] }
            guard case .object(let members) = states.value else {
                throw ChartError(
                    states.position,
                    "an object of states is required here",
                    expected: "{ \"name\": { … } }"
                )
            }
            return members.inScriptOrder
        }

        private static func kind(_ members: XStateMembers, hasStates: Bool) throws(ChartError) -> Chart.State.Kind {
            let history = try members["history"].flatMap { tree throws(ChartError) in try isDeep(tree) }
            let type = try members["type"].map { tree throws(ChartError) in try tree.string }
            let position = members["type"]?.position ?? members.position
            func refuse(_ problem: String, _ expected: String) -> ChartError {
                ChartError(position, problem, expected: expected)
            }
            let kind: Chart.State.Kind
            switch type {
            case nil: kind = hasStates ? .compound : history.map { .history(isDeep: $0) } ?? .atomic
            case "atomic"?: kind = .atomic
            case "compound"?: kind = .compound
            case "parallel"?: kind = .parallel
            case "final"?: kind = .final
            case "history"?: kind = .history(isDeep: history ?? false)
            case let type?:
                throw refuse(
                    "the type of a state is “\(type.abbreviated(after: 60))”",
                    "“atomic”, “compound”, “parallel”, “final” or “history”"
                )
            }
            switch kind {
            case .atomic, .final, .history:
                guard !hasStates else {
                    throw refuse("a state of the type “\(type ?? "")” contains states", "“compound” or “parallel”")
                }
            case .compound, .parallel:
                guard hasStates else {
                    throw refuse("the state has no states inside it", "a member “states” with states")
                }
            }
            return kind
        }

        /// Returns `nil` for `false`, which the definition of a state contains.
        private static func isDeep(_ tree: JSONTree) throws(ChartError) -> Bool? {
            switch tree.value {
            case .bool(let isHistory): return isHistory ? false : nil
            case .string("shallow"): return false
            case .string("deep"): return true
            default: throw ChartError(tree.position, "the history is not valid", expected: "\"shallow\" or \"deep\"")
            }
        }

        /// Names the states of the chart: by their keys, or by the ends of their paths if several
        /// states have the same key.
        private mutating func nameStates() {
            let ends = nodes.map { node in
                node.path.indices.reversed().map { node.path[$0...].joined(separator: ".") }
            }
            let counts = Dictionary(ends.joined().map { ($0, 1) }, uniquingKeysWith: +)
            var taken: Set<String> = []
            for index in nodes.indices {
                let machine = nodes[0].id == "(machine)" ? "machine" : nodes[0].id
                var id = index == 0 ? machine : ends[index].first { counts[$0] == 1 } ?? ends[index].last ?? ""
                // The path of a state can be the key of another state, if a key contains a dot.
                while index == 0 && counts[id] != nil || taken.contains(id) { id += "_" }
                taken.insert(id)
                nodes[index].chartID = id
            }
        }
    }
}
