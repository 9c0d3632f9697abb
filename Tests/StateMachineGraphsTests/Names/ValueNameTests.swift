import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct ValueNameTests {
    private enum Sample {
        case plain
        case loading(query: String)
        case pair(Int, of: Int?)
        case kind(Kind)
        case lamp(Lamp?)
        case point(Point)
    }
    private enum Kind {
        case small
        case large(Int)
    }
    private struct Point {
        var x = 1
        var inner = Inner()
        struct Inner { var y: Int? = 2 }
    }

    private enum Disguised: CustomStringConvertible {
        case plain
        case rich(Int)
        var description: String { "disguise" }
    }

    private struct Command: CustomStringConvertible {
        var description: String { "line\nline" }
    }

    @Test func `a name is written as Swift would write the value`() {
        #expect(ValueName(of: Sample.plain).description == "plain")
        #expect(ValueName(of: Sample.loading(query: "a\"b")).description == #"loading(query: "a\"b")"#)
        #expect(ValueName(of: Sample.pair(1, of: nil)).description == "pair(1, of: nil)")
        #expect(ValueName(of: Sample.kind(.large(3))).description == "kind(large(3))")
        #expect(ValueName(of: 5).description == "5")
        #expect(ValueName(of: "five").description == #""five""#)
    }

    @Test func `payloads do not belong to the path, and cases inside cases do`() {
        #expect(ValueName(of: Sample.loading(query: "x")).path == ["loading"])
        #expect(ValueName(of: Sample.kind(.large(3))).path == ["kind", "large"])
        #expect(ValueName(of: Hall.Activity.lamps(.left(.shining))).path == ["lamps", "left", "shining"])
    }

    @Test func `a type is named with its module`() {
        #expect(ValueName(of: Lamp.on).type == "StateMachineGraphsTests.Lamp")
    }

    @Test func `a struct with states inside has a region for each and no case of its own`() {
        let name = ValueName(of: Lamps(left: .on, right: .broken))
        #expect(name.caseName == nil)
        #expect(name.regions.map(\.label) == ["left", "right"])
        #expect(name.path == ["on, broken"])
        #expect(name.description == "left: on, right: broken")
        #expect(ValueName(of: Hall.lit(Lamps())).path == ["lit", "off, off"])
        #expect(ValueName(of: Hall.lit(Lamps())).description == "lit(left: off, right: off)")
    }

    @Test func `an optional state is a region, also where it is missing`() {
        #expect(ValueName(of: Sample.lamp(.on)).path == ["lamp", "on"])
        #expect(ValueName(of: Sample.lamp(nil)).path == ["lamp", "none"])
        #expect(ValueName(of: Sample.lamp(nil)).description == "lamp(none)")
    }

    @Test func `an enum's own description does not hide its case`() {
        #expect(ValueName(of: Disguised.plain).caseName == "plain")
        #expect(ValueName(of: Disguised.rich(1)).description == "rich(1)")
    }

    @Test func `the fields of a struct are named one by one`() {
        let name = ValueName(of: Sample.point(Point()))
        #expect(name.fields.map(\.label) == ["x", "inner.y"])
        #expect(name.fields.map(\.value) == ["1", "2"])
        #expect(ValueName(of: Queue(items: [1, 2])).path == ["Queue"])
        #expect(ValueName(of: Queue(items: Array(1...30))).description == "Queue(items: 30 elements)")
    }

    @Test(arguments: [61, 5000])
    func `a long payload is shortened, and says how long it is`(count: Int) {
        let value = ValueName(of: Sample.loading(query: String(repeating: "x", count: count))).fields.first?.value
        #expect(value == "\"\(String(repeating: "x", count: 39))… (\(count + 2) characters)")
    }

    @Test func `different long payloads have different names, even if their shortened texts are equal`() {
        let start = String(repeating: "x", count: 60)
        let names = ["a", "b", "a"].map { ValueName(of: Sample.loading(query: start + $0)) }
        #expect(names[0].description == names[1].description)
        #expect(names[0] != names[1] && names[0] == names[2])
    }

    @Test func `a payload takes one line`() {
        #expect(ValueName(of: Sample.loading(query: "a\nb\u{0}")).description == #"loading(query: "a\nb\0")"#)
        #expect(ValueName(of: Command()).description == #""line\nline""#)
    }

    @Test func `sets and dictionaries are written in an order of their own`() {
        enum Holder {
            case set(Set<Int>)
            case map([String: Int])
        }
        for _ in 0..<20 {
            var (set, map) = (Set<Int>(minimumCapacity: .random(in: 3...500)), [String: Int]())
            map.reserveCapacity(.random(in: 3...500))
            for number in [1, 2, 3].shuffled() { (_, map["\(number)"]) = (set.insert(number), number) }
            #expect(ValueName(of: Holder.set(set)).description == "set([1, 2, 3])")
            #expect(ValueName(of: Holder.map(map)).description == #"map(["1": 1, "2": 2, "3": 3])"#)
        }
    }
}
