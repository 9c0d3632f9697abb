import StateMachineGraphs
import Testing

struct NameEdgeTests {
    private enum Outer { case failed(reason: Inner) }
    private enum Inner { case tooLate(by: Int) }

    @Test func `what is alone inside a case needs no label before the labels of its own fields`() {
        let name = Name(of: Outer.failed(reason: .tooLate(by: 3)))
        #expect(name.fields.map(\.label) == ["by"])
        #expect(name.fields.map(\.value) == ["3"])
    }

    @Test func `a text is written in full up to 60 characters`() {
        let longest = String(repeating: "x", count: 58)
        #expect(Name(of: longest).description == "\"\(longest)\"")
        #expect(Name(of: longest + "x").description == "\"\(longest.prefix(39))… (61 characters)")
    }
}
