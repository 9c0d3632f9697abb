/// A structural state chart, as somebody drew it.
///
/// It says which states there are, what leads from one to another and what is done on the way, by
/// name. Its readers make it of a file, ``ChartTree`` checks it, and ``SwiftMachine`` writes it in
/// Swift.
package struct Chart: Sendable, Equatable {
    /// What the file calls the chart, if it does.
    package var name: String?

    /// The chart as a state around all others.
    ///
    /// Its id is empty, so that no transition leads to it.
    package var root: State

    /// Where the machine may begin, besides where the root does.
    ///
    /// Only a machine that was explored has more than one beginning. Nothing is done there, and
    /// nothing is stored.
    package var otherBeginnings: [Initial] = []

    package init(name: String? = nil, root: State) {
        self.name = name
        self.root = root
    }
}
