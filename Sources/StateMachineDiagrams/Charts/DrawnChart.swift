/// A drawing of a machine, with nested states, regions side by side, and arrows between states.
///
/// A state represents a case, so `error("timeout")` and `error("refused")` are one state. Events
/// between the same two states share one arrow with a label for each event. If a transition depends
/// on a part of a payload or on the state of another region, the label names it. Its conditions are
/// words for people, so no program can run it, unlike an ``ExecutableChart``.
package struct DrawnChart: Hashable, Sendable {
    /// The name of the machine.
    package var name: String

    /// A single region, or several regions that run side by side.
    package var regions: [Region]

    /// The arrows, in the order of their sources.
    package var arrows: [Arrow]

    /// Events that leave a machine with regions as it is.
    ///
    /// If one region decides this for an event, the event is drawn in that region instead.
    package var ignored: [Label]

    /// Events that change a payload of a machine with regions but move no region.
    package var updating: [Label]

    /// The chart states around each state of the machine, by their ``State/id``, outer ones first.
    package var positions: [[Int]]

    /// A set of states, one of which is active at a time.
    package struct Region: Hashable, Sendable {
        /// The name of the region, if there are several.
        package var name: String?

        /// The states.
        package var states: [State]
    }

    /// A state with its nested states.
    package struct State: Identifiable, Hashable, Sendable {
        /// A unique number among the states of the chart.
        package var id: Int

        /// The case name.
        package var name: String

        /// The name of the type that declares the case, with its module.
        package var type: String

        /// The activities that run in the whole state, rather than only in a nested state.
        package var activities: [String] = []

        /// Whether the machine may begin in this state.
        package var isInitial = false

        /// Whether the machine has reached its end in this state, which is a final state of UML.
        package var isFinal = false

        /// Whether the state is an end.
        ///
        /// An end handles nothing, or no event leads from it to another state of its region.
        package var isEnd = false

        /// Whether the state represents a failure.
        package var isFailure = false

        /// The nested regions: none, one, or several that run side by side.
        package var regions: [Region] = []
    }

    /// An arrow from state to state, or from a state back to itself.
    package struct Arrow: Identifiable, Hashable, Sendable {
        /// A unique number among the arrows of the chart.
        package var id: Int

        /// The ``State/id`` of the state before the event.
        package var source: Int

        /// The ``State/id`` of the state after the event.
        package var target: Int

        /// The events that lead to the target.
        package var labels: [Label]

        /// The ascending indices of the represented steps in ``MachineDescription/steps``.
        package var steps: [Int]
    }

    /// An event with its condition and output, in the notation of UML.
    ///
    /// The notation is `event(argument) [guard] / output`.
    package struct Label: Hashable, Sendable, CustomStringConvertible {
        /// The case name of the event.
        package var event: String

        /// The condition under which the event leads to the target.
        var condition: ConditionText

        /// The return value of `handleEvent`.
        package var output: String?

        /// The text `event(argument) [guard] / output`.
        package var description: String { ([trigger] + rest).joined(separator: " ") }

        /// The text `event(argument)`.
        var trigger: String { condition.trigger(event) }

        /// The text `[guard] / output`, or an empty array if there is neither.
        var rest: [String] {
            let parts = (condition.guardText.isEmpty ? [] : [condition.guardText]) + (output.map { ["/ \($0)"] } ?? [])
            return parts.isEmpty ? [] : [parts.joined(separator: " ")]
        }
    }
}

extension DrawnChart {
    /// Every state, with outer states before the nested ones.
    package var allStates: [State] { regions.flatMap { $0.states.flatMap(\.withInner) } }
}

extension DrawnChart.State {
    /// The state itself and its nested states.
    var withInner: [DrawnChart.State] { [self] + regions.flatMap { $0.states.flatMap(\.withInner) } }
}

extension DrawnChart {
    /// Creates the chart of a machine.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - isFailure: A closure that returns whether the state with a case name represents a
    ///     failure. By default, such a name contains "error", "fail" or "invalid".
    package init(of machine: MachineDescription, isFailure: @escaping (String) -> Bool = DrawnChart.isFailure) {
        self.init(whole: machine, isFailure: isFailure)
        dropRegionNames()
    }

    /// Creates the chart of a machine with full names.
    init(whole machine: MachineDescription, isFailure: @escaping (String) -> Bool = DrawnChart.isFailure) {
        var builder = ChartBuilder(machine, isFailure: isFailure)
        builder.addStates()
        builder.addArrows()
        builder.markEnds()
        self.init(
            name: machine.name,
            regions: builder.regions,
            arrows: builder.liftedArrows,
            ignored: builder.ignored,
            updating: builder.updating,
            positions: builder.positions
        )
    }

    /// Whether a case name indicates a failure.
    package static func isFailure(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["error", "fail", "invalid"].contains { name.contains($0) }
    }
}
