/// Collects what may happen in one state of a system.
///
/// ```swift
/// func moves(_ move: inout Moves<PoolSystem>) {
///     if waiting.count < 2 { move.optional("lease") { try $0.perform($0.pool.lease($0.nextRequest())) } }
///     for link in open { move("close \(link)") { try $0.perform($0.pool.closed(link)) } }
///     for timer in timers.cancelled { move("fire late \(timer)", assuming: .lateTimers) { … } }
/// }
/// ```
public struct Moves<System> {
    struct Move {
        let name: String
        let assumption: Assumption?
        let isOptional: Bool
        let body: (inout System) throws -> Void
    }

    private(set) var list: [Move] = []

    /// Offers a move.
    ///
    /// A move changes the system, or throws: a ``Fault`` if something is wrong, which ends the
    /// run there. Any other error is a fault, too. A trap, such as a failed precondition in the
    /// code under test, is a fault of the move.
    ///
    /// - Parameters:
    ///   - name: What happens, in words. A state has no two moves of the same name, and a move has
    ///     the same name in all states.
    ///   - assumption: What has to be assumed for it, if not everybody would agree that it can
    ///     happen.
    ///   - body: Makes the move on a copy of the system.
    public mutating func callAsFunction(
        _ name: String,
        assuming assumption: Assumption? = nil,
        _ body: @escaping (inout System) throws -> Void
    ) {
        list.append(Move(name: name, assumption: assumption, isOptional: false, body: body))
    }

    /// Offers a move that need not happen, such as what a caller may ask for.
    ///
    /// A system in which only such moves are possible is at rest: see
    /// ``SystemState/isAtRest``.
    public mutating func optional(
        _ name: String,
        assuming assumption: Assumption? = nil,
        _ body: @escaping (inout System) throws -> Void
    ) {
        list.append(Move(name: name, assumption: assumption, isOptional: true, body: body))
    }
}
