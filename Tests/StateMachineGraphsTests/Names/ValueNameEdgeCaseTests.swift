import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct ValueNameEdgeCaseTests {
    private enum Outer { case failed(reason: Inner) }
    private enum Inner { case tooLate(by: Int) }

    /// A struct with a description of its own, which is not to be taken apart.
    private struct Price: CustomStringConvertible {
        var cents = 150
        var description: String { "1.50" }
    }
    private enum Sale { case sold(price: Price, count: Int) }

    /// Two lamps and a number, as a region of something else.
    private struct Counted: StateDefinition {
        var lamps = Lamps()
        var count = 7
        mutating func handleEvent(_ event: Never) throws(TransitionError) {}
    }
    private struct House: StateDefinition {
        var hall = Counted()
        mutating func handleEvent(_ event: Never) throws(TransitionError) {}
    }

    @Test func `what is alone inside a case needs no label before the labels of its own fields`() {
        let name = ValueName(of: Outer.failed(reason: .tooLate(by: 3)))
        #expect(name.fields.map(\.label) == ["by"])
        #expect(name.fields.map(\.value) == ["3"])
    }

    @Test func `what describes itself is one field`() {
        #expect(ValueName(of: Sale.sold(price: Price(), count: 2)).fields.map(\.label) == ["price", "count"])
        #expect(ValueName(of: Sale.sold(price: Price(), count: 2)).description == "sold(price: 1.50, count: 2)")
    }

    @Test func `regions and fields inside a region are named with what they are in`() {
        let name = ValueName(of: House())
        #expect(name.regions.map(\.label) == ["hall.lamps.left", "hall.lamps.right"])
        #expect(name.fields.map(\.label) == ["hall.count"])
        #expect(name.fields.map(\.value) == ["7"])
    }

    @Test func `a text is written in full up to 60 characters`() {
        let longest = String(repeating: "x", count: 58)
        #expect(ValueName(of: longest).description == "\"\(longest)\"")
        #expect(ValueName(of: longest + "x").description == "\"\(longest.prefix(39))… (61 characters)")
    }

    private enum Room {
        case lit(lamp: Lamp)
        case counted(lamp: Lamp, visitors: Int)
    }

    @Test func `a state inside a case has its label where something stands beside it`() {
        #expect(ValueName(of: Room.lit(lamp: .on)).description == "lit(on)")
        #expect(ValueName(of: Room.counted(lamp: .on, visitors: 2)).description == "counted(lamp: on, visitors: 2)")
    }

    private struct Wrapper { var inner = Inner.tooLate(by: 1) }

    @Test func `a struct that is no state has no regions, whatever is in it`() {
        let name = ValueName(of: Wrapper())
        #expect(name.regions.isEmpty)
        #expect(name.path.count == 1)
    }

    private enum Tab: NestedState { case first, second }
    private enum Page {
        case mixed(Lamp, visitors: Int)
        case back(to: Tab?)
        case lamp(Lamp?)
    }

    @Test func `a state without a label gets none where it is the only one`() {
        #expect(ValueName(of: Page.mixed(.on, visitors: 2)).description == "mixed(on, visitors: 2)")
    }

    @Test func `a nested state that may be missing is a payload`() {
        #expect(ValueName(of: Page.back(to: .second)).description == "back(to: second)")
        #expect(ValueName(of: Page.back(to: nil)).description == "back(to: nil)")
        #expect(ValueName(of: Page.back(to: .second)).path == ["back"])
    }

    /// A state with its own rules that a history stores.
    private enum Step: StateDefinition, NestedState {
        case first, second

        mutating func handleEvent(_ event: Bool) { self = event ? .first : .second }
    }
    private struct Sides: NestedState {
        var left = Tab.first
        var right = Tab.second
    }
    private struct Course: StateDefinition {
        var tab = Tab.first
        var step: Step?
        var sides: Sides?

        mutating func handleEvent(_ event: Bool) {}
    }

    @Test func `a nested state that may be missing is a payload even if it has its own rules`() {
        let missing = ValueName(of: Course())
        let stored = ValueName(of: Course(step: .second, sides: Sides()))
        #expect(missing.regions.map(\.label) == ["tab"])
        #expect(missing.payload.map { "\($0.label ?? ""): \($0.value)" } == ["step: nil", "sides: nil"])
        #expect(stored.regions == missing.regions)
        #expect(
            stored.payload.map { "\($0.label ?? ""): \($0.value)" }
                == ["step: second", "sides: \(ValueName(of: Sides()))"]
        )
    }

    private struct Window: StateDefinition {
        var sides = Sides()

        mutating func handleEvent(_ event: Bool) {}
    }

    @Test func `a nested state that consists of regions has no case of its own`() {
        #expect(ValueName(of: Sides()).casePath == ValueName(of: Window()).casePath)
        #expect(ValueName(of: Window()).regions.map(\.label) == ["sides.left", "sides.right"])
    }

    @Test func `that a state is missing is a case, too`() {
        #expect(ValueName(of: Page.lamp(nil)).casePath == ["lamp", "none"])
    }

    private enum Mood: CustomStringConvertible {
        case good
        var description: String { "fine" }
    }
    private struct Empty {}
    private enum Report {
        case mood(Mood, count: Int)
        case position((Int, Int), count: Int)
        case empty(Empty, count: Int)
    }

    @Test func `in a payload, a value is written as it describes itself`() {
        #expect(ValueName(of: Report.mood(.good, count: 1)).description == "mood(fine, count: 1)")
        #expect(ValueName(of: Report.position((1, 2), count: 3)).description == "position((1, 2), count: 3)")
        #expect(ValueName(of: Report.empty(Empty(), count: 1)).description == "empty(Empty(), count: 1)")
    }

    private struct Socket { var lamp = Lamp.on }

    @Test func `a state inside a value that is no state is a part of its text`() {
        let name = ValueName(of: Socket())
        #expect(name.regions.isEmpty && name.fields.isEmpty)
        #expect(name.path.count == 1 && name.path[0].hasPrefix("Socket(lamp: "))
    }

    private enum Loading: StateDefinition {
        case busy(percent: Int)
        mutating func handleEvent(_ event: Never) throws(TransitionError) {}
    }
    private struct Downloads: StateDefinition {
        var first = Loading.busy(percent: 10)
        var second = Loading.busy(percent: 20)
        mutating func handleEvent(_ event: Never) throws(TransitionError) {}
    }
    private struct Editor: StateDefinition {
        var tab = Tab.first
        var zoom = 2
        mutating func handleEvent(_ event: Never) throws(TransitionError) {}
    }

    @Test func `fields of several regions have the labels of these`() {
        #expect(ValueName(of: Downloads()).fields.map(\.label) == ["first.percent", "second.percent"])
    }

    @Test func `a nested state is a region of a state`() {
        #expect(ValueName(of: Editor()).regions.map(\.label) == ["tab"])
        #expect(ValueName(of: Queue()).casePath == ["Queue"])
    }

    private enum Shelf {
        case both(Lamp, Lamp)
        case failed(Outer, count: Int)
    }

    @Test func `several states without labels are numbered`() {
        #expect(ValueName(of: Shelf.both(.on, .off)).description == "both(1: on, 2: off)")
    }

    @Test func `cases inside of a payload are named as elsewhere`() {
        let name = ValueName(of: Shelf.failed(.failed(reason: .tooLate(by: 3)), count: 1))
        #expect(name.description == "failed(failed(tooLate(by: 3)), count: 1)")
    }
}
