/// A machine as it is drawn: states inside states, regions side by side, and arrows between them.
///
/// States stand for their cases: `error("timeout")` and `error("refused")` are one. Events between
/// the same two states are one arrow with a label for each, and labels say on what part of a
/// payload, or on which state of another region, a transition depends.
package struct StateChart: Hashable, Sendable {
    /// What the machine is called.
    package var name: String

    /// One region, or several that run side by side.
    package var regions: [Region]

    /// The arrows, in the order of their sources.
    package var arrows: [Arrow]

    /// Events of a machine with regions that leave the whole machine as it is, where not one region
    /// alone decides that.
    package var ignored: [Label]

    /// Events of a machine with regions that move none of them and change a payload.
    package var updating: [Label]

    /// For each state of the machine the ``State/id`` of each state of the chart that it is in,
    /// outer ones first.
    package var positions: [[Int]]

    /// States of which the machine is in one at a time.
    package struct Region: Hashable, Sendable {
        /// What the region is called, where there are several.
        package var name: String?

        /// The states.
        package var states: [State]
    }

    /// A state, with the states inside it.
    package struct State: Identifiable, Hashable, Sendable {
        /// A number of its own among the states of the chart.
        package var id: Int

        /// The case.
        package var name: String

        /// The name of the type that declares the case, with its module.
        package var type: String

        /// What goes on in it and not only in a state inside it.
        package var activities: [String] = []

        /// Whether the machine may begin here.
        package var isInitial = false

        /// Whether the machine has reached its end here: a final state of UML.
        package var isFinal = false

        /// Whether nothing is handled here, or no event leads out of it to another state of its
        /// region.
        package var isEnd = false

        /// Whether it is a state of failure.
        package var isFailure = false

        /// The states inside it: none, one region, or several side by side.
        package var regions: [Region] = []
    }

    /// An arrow from state to state, or from a state back to itself.
    package struct Arrow: Identifiable, Hashable, Sendable {
        /// A number of its own among the arrows of the chart.
        package var id: Int

        /// The ``State/id`` of the state before.
        package var source: Int

        /// The ``State/id`` of the state after.
        package var target: Int

        /// The events that lead there.
        package var labels: [Label]

        /// The steps that it stands for, in ascending order: their indices in
        /// ``MachineDescription/steps``.
        package var steps: [Int]
    }

    /// An event, under which condition it leads there, and what it returns, as UML writes it:
    /// `event(argument) [guard] / output`.
    package struct Label: Hashable, Sendable, CustomStringConvertible {
        /// The case of the event.
        package var event: String

        /// When the event leads there.
        var condition: Condition

        /// What `handleEvent` returns.
        package var output: String?

        /// `event(argument) [guard] / output`.
        package var description: String { ([trigger] + rest).joined(separator: " ") }

        /// `event(argument)`.
        var trigger: String { condition.trigger(event) }

        /// `[guard] / output`; empty if there is neither.
        var rest: [String] {
            let parts = (condition.guards.isEmpty ? [] : [condition.guardText]) + (output.map { ["/ \($0)"] } ?? [])
            return parts.isEmpty ? [] : [parts.joined(separator: " ")]
        }
    }
}

extension StateChart {
    /// All states, outer ones before those inside them.
    package var allStates: [State] { regions.flatMap { $0.states.flatMap(\.withInner) } }
}

extension StateChart.State {
    /// The state itself and all inside it.
    var withInner: [StateChart.State] { [self] + regions.flatMap { $0.states.flatMap(\.withInner) } }
}

extension StateChart {
    /// Draws what a machine does.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - isFailure: Which states are those of failure, by the name of their case; without it,
    ///     those whose name has "error", "fail" or "invalid" in it.
    package init(of machine: MachineDescription, isFailure: @escaping (String) -> Bool = StateChart.isFailure) {
        self.init(whole: machine, isFailure: isFailure)
        dropRegionNames()
    }

    /// Draws a machine with all names in full.
    init(whole machine: MachineDescription, isFailure: @escaping (String) -> Bool = StateChart.isFailure) {
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

    /// Whether a state is one of failure, as far as its name tells.
    package static func isFailure(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["error", "fail", "invalid"].contains { name.contains($0) }
    }
}
