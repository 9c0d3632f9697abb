import ExploredSystems
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Which moves are postponed because they will probably trap, and in which order they are made
/// then.
@Suite(.serialized, .enabled(if: canSurvive), .timeLimit(.minutes(1)), .computing) struct PostponedMoveTests {
    /// The number of rooms in which a move does not trap, before three in which it does.
    private protocol SafeRooms: SendableMetatype { static var count: Int { get } }
    private enum NoRoom: SafeRooms { static var count: Int { 0 } }
    private enum ThreeRooms: SafeRooms { static var count: Int { 3 } }
    private enum FourRooms: SafeRooms { static var count: Int { 4 } }

    /// A corridor without end, with a room at each place; the last room leads up to the attic.
    private struct Corridor<Safe: SafeRooms>: ExploredSystem {
        var place = 0
        var room: Int?
        var isUp = false
        static var initialStates: [Self] { [Self()] }

        func moves(_ move: inout SystemMoves<Self>) {
            let last = Safe.count + 3
            guard !isUp else { return }
            if let room {
                move("climb") {
                    if room == last { $0.isUp = true } else if room >= Safe.count { fatalError("no ladder") }
                }
            } else {
                move("walk") { $0.place += 1 }
                if place <= last { move("enter") { $0.room = $0.place } }
            }
        }

        /// Whether an exploration with a limit, which makes no postponed move, comes to the attic.
        static func isAtticFound() throws -> Bool {
            let exploration = try SystemExploration(of: Self.self, stateLimit: 60)
            #expect(exploration.end == .stateLimit && exploration.faults.map(\.fault?.reason) == ["no ladder"])
            let isFound = exploration.check(.never("in the attic") { $0.isUp }).run != nil
            let note = "; 1 move that traps in nearby states was not made"
            #expect(exploration.description.contains(note) == !isFound)
            return isFound
        }
    }

    @Test
    func `a move is postponed if it has trapped three times after the same move, and in at least half of the tries`()
        throws
    {
        #expect(try !Corridor<NoRoom>.isAtticFound())
        #expect(try !Corridor<ThreeRooms>.isAtticFound())
        #expect(try Corridor<FourRooms>.isAtticFound())
    }

    /// A timer that traps, before its registration under an assumption, and afterwards without it.
    ///
    /// The counter has no end.
    private struct EarlyTimer: ExploredSystem {
        var count = 0
        var isRegistered = false
        static let initialStates = [EarlyTimer()]

        func moves(_ move: inout SystemMoves<Self>) {
            move("count") { $0.count += 1 }
            if !isRegistered { move("register") { $0.isRegistered = true } }
            move("fire", assuming: isRegistered ? nil : .races) { _ in fatalError("fired") }
        }
    }

    @Test func `a move that traps under an assumption is still made without it`() throws {
        let exploration = try SystemExploration(of: EarlyTimer.self, stateLimit: 1_000)
        #expect(exploration.end == .stateLimit && exploration.faults.count == 1)
        let run = try #require(exploration.faults.first)
        #expect(run.assumptions.isEmpty)
        #expect(run.steps.map(\.name) == ["register", "fire"])
    }

    /// Traps in most of its initial states.
    private struct Starts: ExploredSystem {
        let start: Int
        var steps = 0
        var isBelow = false
        static var initialStates: [Starts] { (0..<6).map { Starts(start: $0) } }

        func moves(_ move: inout SystemMoves<Starts>) {
            guard !isBelow else { return }
            move("walk") { $0.steps += 1 }
            guard steps == 0 else { return }
            move("jump") {
                if $0.start < 5 { fatalError("a hole") }
                $0.isBelow = true
            }
        }
    }

    @Test func `in an initial state no move is postponed`() throws {
        let exploration = try SystemExploration(of: Starts.self, stateLimit: 60)
        #expect(exploration.end == .stateLimit && exploration.faults.count == 1)
        #expect(exploration.check(.never("below") { $0.isBelow }).run?.moves == ["jump"])
        #expect(!exploration.description.contains("not made"))
    }

    /// Has five paths on which one falls, and one on which one slips; gold and silver are behind
    /// such moves.
    private struct Mountain: ExploredSystem {
        var path: Int?
        var height = 0
        var find: String?
        static var initialStates: [Mountain] { [Mountain()] }

        func moves(_ move: inout SystemMoves<Mountain>) {
            if find == "gold" { return move("dig for gold") { _ in fatalError("gold") } }
            if find == "silver" { return move("dig for silver") { _ in fatalError("silver") } }
            guard let path else {
                for path in 0...5 { move("take path", of: path) { $0.path = path } }
                return
            }
            if height < 9 { move("climb") { $0.height += 1 } }
            if path < 5 {
                move("fall") {
                    guard (path, $0.height) == (2, 1) else { fatalError("a fall") }
                    $0.find = "gold"
                }
            } else {
                move("slip") {
                    guard $0.height == 2 else { fatalError("a slip") }
                    $0.find = "silver"
                }
            }
        }
    }

    @Test func `postponed moves of each fault have their turn`() throws {
        // Six traps at the beginnings of the paths, then falls and slips in turn, and one trap for
        // each find.
        let exploration = try SystemExploration(of: Mountain.self, trapLimit: 11)
        #expect(exploration.end == .trapLimit)
        #expect(Set(exploration.faults.map(\.fault?.reason)) == ["a fall", "a slip", "gold", "silver"])
    }

    /// A corridor where one falls everywhere, with four rooms, of which the last leads up to the
    /// attic.
    private struct Ruin: ExploredSystem {
        var place = 0
        var room: Int?
        var isUp = false
        static var initialStates: [Ruin] { [Ruin()] }

        func moves(_ move: inout SystemMoves<Ruin>) {
            if isUp { return move("open") { _ in fatalError("a ghost") } }
            if let room {
                return move("climb") {
                    guard room == 3 else { fatalError("no ladder") }
                    $0.isUp = true
                }
            }
            move("fall") { _ in fatalError("a fall") }
            if place < 9 { move("walk") { $0.place += 1 } }
            if place < 4 { move("enter") { $0.room = $0.place } }
        }
    }

    @Test func `a postponed move has the turn of the fault with which it trapped after the same move`() throws {
        // A fall, three rooms without a ladder, one more fall, and the ghost.
        let exploration = try SystemExploration(of: Ruin.self, trapLimit: 6)
        #expect(exploration.end == .trapLimit)
        #expect(exploration.faults.map(\.fault?.reason) == ["a fall", "no ladder", "a ghost"])
    }
}
