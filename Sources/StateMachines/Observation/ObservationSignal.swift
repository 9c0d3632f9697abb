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

    /// The key path that is notified of the next change.
    ///
    /// No user code runs during an access to these properties.
    @exclusivity(unchecked) private var path: Path = \.[0]

    /// The key path of observers that have read the new value before the others are notified of it.
    ///
    /// They wait for the change after that.
    @exclusivity(unchecked) private var nextPath: Path = \.[1]

    /// More key paths that are notified of the next change.
    ///
    /// There are some only while a tracked closure sends events and hooks read the value.
    @exclusivity(unchecked) private var otherPaths: [Path] = []

    private var pathCount = 2

    /// The limit on the other paths.
    ///
    /// Beyond it, a hook's observer is notified of the present change too.
    private static var pathLimit: Int { 16 }

    init() {}

    /// What the key paths lead to: each has a number, so that no two are equal.
    private subscript(number: Int) -> Void { () }

    /// Registers a read with the observation in progress, if any.
    ///
    /// - Parameter isChanging: Whether the value has changed, and observers are not notified yet.
    /// - Returns: Whether an observer waits for this change or the next.
    func track(isChanging: Bool) -> Bool {
        if isChanging, otherPaths.count < Self.pathLimit {
            registrar.access(self, keyPath: nextPath)
            return !isKnownUniquelyReferenced(&nextPath)
        }
        registrar.access(self, keyPath: path)
        return !isKnownUniquelyReferenced(&path)
    }

    /// Notifies the observers that have read the value before it changed.
    ///
    /// - Returns: Whether an observer waits for the next change.
    func notify() -> Bool {
        registrar.withMutation(of: self, keyPath: path) {}
        if !otherPaths.isEmpty { notifyOthers() }
        // A path that is held now was read in a tracked closure that has not returned.
        let isHeld = !isKnownUniquelyReferenced(&path)
        guard !isKnownUniquelyReferenced(&nextPath) else { return isHeld || !otherPaths.isEmpty }
        if isHeld {
            otherPaths.append(path)
            path = nextPath
            nextPath = \.[pathCount]
            pathCount += 1
        } else {
            swap(&path, &nextPath)
        }
        return true
    }

    /// Notifies the observers at the other key paths, and keeps those that are held.
    private func notifyOthers() {
        for index in otherPaths.indices { registrar.withMutation(of: self, keyPath: otherPaths[index]) {} }
        let held = otherPaths.indices.filter { !isKnownUniquelyReferenced(&otherPaths[$0]) }
        otherPaths = held.map { otherPaths[$0] }
    }
}
#endif
