#if !hasFeature(Embedded)
public import Observation

/// A signal that notifies the observers of one value of a machine, such as its state or its
/// activities.
///
/// Unlike the machine, this class is not generic, because Swift builds the key path of a generic
/// class at run time for each use.
///
/// An observation retains the key path that it has read, from the read until its notification. A
/// key path with only one reference therefore has no observers. This test even finds an observation
/// that has read the value but is not registered yet, because its tracked closure has not returned.
@usableFromInline
final class ObservationSignal: Observable {
    private typealias Path = KeyPath<ObservationSignal, Void>

    private let registrar = ObservationRegistrar()

    /// A key path whose observers are notified of the next change.
    ///
    /// No user code runs during an access to these properties.
    @exclusivity(unchecked) private var path: Path = \.[0]

    /// A key path for the observers that read the new value before the notification of the change.
    ///
    /// They wait for the following change.
    @exclusivity(unchecked) private var nextPath: Path = \.[1]

    /// Further key paths whose observers are notified of the next change.
    ///
    /// There are key paths in this array only while a tracked closure sends events and hooks read
    /// the value.
    @exclusivity(unchecked) private var otherPaths: [Path] = []

    private var pathCount = 2

    /// How many other paths there can be.
    ///
    /// Beyond this limit, an observer in a hook is also notified of the current change.
    private static var pathLimit: Int { 16 }

    init() {}

    /// A target for the key paths, whose numbers keep any two of them from being equal.
    private subscript(number: Int) -> Void { () }

    /// Registers a read with the observation in progress, if there is one.
    ///
    /// - Parameter isChanging: Whether the value has changed and its observers have not been
    ///   notified yet.
    /// - Returns: Whether any observer is waiting, either for a change that is in progress or for
    ///   the next change.
    func track(isChanging: Bool) -> Bool {
        if isChanging, otherPaths.count < Self.pathLimit {
            registrar.access(self, keyPath: nextPath)
            return !isKnownUniquelyReferenced(&nextPath)
        }
        registrar.access(self, keyPath: path)
        return !isKnownUniquelyReferenced(&path)
    }

    /// Notifies the observers that read the value before it changed.
    ///
    /// - Returns: Whether an observer waits for the next change.
    func notify() -> Bool {
        registrar.withMutation(of: self, keyPath: path) {}
        if !otherPaths.isEmpty { notifyOthers() }
        // A path that is still retained was read in a tracked closure that has not returned.
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

    /// Notifies the observers of the other key paths and keeps the key paths that are still
    /// retained.
    private func notifyOthers() {
        for index in otherPaths.indices { registrar.withMutation(of: self, keyPath: otherPaths[index]) {} }
        let held = otherPaths.indices.filter { !isKnownUniquelyReferenced(&otherPaths[$0]) }
        otherPaths = held.map { otherPaths[$0] }
    }
}
#endif
