/// A structural state chart, as in a diagram.
///
/// A chart contains the names of states, transitions and actions, but no code. The readers make a
/// chart from a file, ``ChartTree`` checks it, and ``SwiftMachine`` translates it to Swift. A chart
/// may still contain mistakes, so it keeps the ids and the positions of the file.
package struct Chart: Sendable, Equatable {
    /// The name of the chart in the file, if there is one.
    package var name: String?

    /// The state that contains all other states of the chart.
    ///
    /// Its id is empty, so that no transition can lead to it.
    package var root: State

    /// Further beginnings of the machine, in addition to the beginning of the root.
    ///
    /// Only an explored machine has more than one beginning. A further beginning performs no
    /// actions and stores no history.
    package var otherBeginnings: [Initial] = []

    /// The parameters of events, by the names of the events.
    package var parameters: [String: [Parameter]] = [:]

    /// The Swift names that the file chooses for labels.
    package var namings: [SwiftNaming] = []

    /// The ids of states in which a diagram does not show where they begin, so the reader has
    /// chosen an inner state.
    package var guessedBeginnings: [String] = []

    /// The ids of regions to which the diagram gives no name.
    package var unnamedRegions: [String] = []

    /// The statements that can be understood in more than one way.
    package var notes: [ChartNote] = []

    /// Whether a label can be a time, for which an activity waits.
    package var labelsHaveTimes = false

    /// The activities of the machine itself, which all of its states have.
    package var machineActivities: Set<String> = []

    /// Whether the labels are the names of states and events in an explored machine.
    package var isExported = false

    package init(name: String? = nil, root: State) {
        self.name = name
        self.root = root
    }
}
