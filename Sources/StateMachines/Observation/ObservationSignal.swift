#if !hasFeature(Embedded)
public import Observation

/// Notifies the observers of one value of a machine: its state or its activities.
///
/// Unlike the machine, this class is not generic. The key path of a generic class is built at run
/// time with each use.
///
/// An observation holds the key path that it has read, from the read until it is notified. So a key
/// path with one reference has no observers. The signal notices even an observation that has read
/// the value and is not registered yet, because the tracked closure has not returned.
@usableFromInline
final class ObservationSignal: Observable {
    private typealias Path = KeyPath<ObservationSignal, Void>

    private let registrar = ObservationRegistrar()

    /// The key paths that are notified of the next change, at least one.
    ///
    /// No user code runs during an access to these properties.
    @exclusivity(unchecked) private var paths: [Path]

    /// The key path of observers that have read the new value before the others are notified of it.
    ///
    /// They wait for the change after that.
    @exclusivity(unchecked) private var nextPath: Path

    private var pathCount = 2

    /// The limit on the paths, which grow with each event that a tracked closure sends while hooks
    /// read the value.
    ///
    /// Beyond it, a hook's observer is notified of the present change too.
    private static var pathLimit: Int { 16 }

    init() {
        paths = [\.[0]]
        nextPath = \.[1]
    }

    /// What the key paths lead to: each has a number, so that no two are equal.
    private subscript(number: Int) -> Void { () }

    /// Registers a read with the observation in progress, if any.
    ///
    /// - Parameter isChanging: Whether the value has changed, and observers are not notified yet.
    /// - Returns: Whether an observer waits for this change or the next.
    func track(isChanging: Bool) -> Bool {
        if isChanging, paths.count < Self.pathLimit {
            registrar.access(self, keyPath: nextPath)
            return !isKnownUniquelyReferenced(&nextPath)
        }
        registrar.access(self, keyPath: paths[0])
        return !isKnownUniquelyReferenced(&paths[0])
    }

    /// Notifies the observers that have read the value before it changed.
    ///
    /// - Returns: Whether an observer waits for the next change.
    func notify() -> Bool {
        for index in paths.indices { registrar.withMutation(of: self, keyPath: paths[index]) {} }
        // A path that is held now was read in a tracked closure that has not returned.
        let held = paths.indices.filter { !isKnownUniquelyReferenced(&paths[$0]) }
        if !isKnownUniquelyReferenced(&nextPath) {
            adoptNextPath(keeping: held)
            return true
        }
        if paths.count > 1 { paths = held.isEmpty ? [paths[0]] : held.map { paths[$0] } }
        return !held.isEmpty
    }

    /// Lets the observers of the new value wait for the next change, beside those that still wait.
    private func adoptNextPath(keeping held: [Int]) {
        if held.isEmpty {
            paths.removeLast(paths.count - 1)
            swap(&paths[0], &nextPath)
        } else {
            paths = held.map { paths[$0] } + [nextPath]
            nextPath = \.[pathCount]
            pathCount += 1
        }
    }
}
#endif
