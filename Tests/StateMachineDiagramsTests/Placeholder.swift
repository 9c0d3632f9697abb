import StateMachineGraphs
import StateMachines
import Testing

struct PlaceholderTests {
    private enum Sample { case plain, loading(query: String), pair(Int, of: Int?) }

    @Test("a name is written as Swift would write the value")
    func descriptions() {
        #expect(Name(of: Sample.plain).description == "plain")
        #expect(Name(of: Sample.loading(query: "a\"b")).description == #"loading(query: "a\"b")"#)
        #expect(Name(of: Sample.pair(1, of: nil)).description == "pair(1, of: nil)")
    }
}
