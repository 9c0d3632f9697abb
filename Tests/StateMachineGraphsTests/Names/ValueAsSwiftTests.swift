import StateMachineGraphs
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct ValueAsSwiftTests {
    private enum Sample {
        case number(Int)
        case pair(Int, other: Int)
        case point(Point)
        case hidden(Hidden)
    }

    private struct Point {
        var x = 1
        var y = 2.5
    }

    private struct Wrapping { var _value = 1 }

    private struct Hidden: CustomDebugStringConvertible {
        var secret = 1
        var debugDescription: String { "hidden" }
    }

    private struct Empty {}

    private enum Place {
        case `1st`, second
        case `init`(Int)
    }

    private final class Reference {}

    @Test func `what can be seen is written as it would be made`() {
        #expect(exactSwiftExpression(Sample.number(3)) == ".number(3)")
        #expect(exactSwiftExpression(Sample.pair(1, other: 2)) == ".pair(1, other: 2)")
        #expect(exactSwiftExpression(Sample.point(Point())) == ".point(ValueAsSwiftTests.Point(x: 1, y: 2.5))")
        #expect(exactSwiftExpression([1: true]) == "[1: true]")
    }

    @Test func `each kind of literal is exact`() {
        #expect(exactSwiftExpression(3) == "3")
        #expect(exactSwiftExpression(-0.5) == "-0.5")
        #expect(exactSwiftExpression(Double.infinity) == ".infinity")
        #expect(exactSwiftExpression(-Double.infinity) == "-.infinity")
        #expect(exactSwiftExpression(Float.nan) == ".nan")
        #expect(exactSwiftExpression("a\n") == #""a\n""#)
        #expect(exactSwiftExpression("abc".dropFirst()) == #""bc""#)
        #expect(exactSwiftExpression(false) == "false")
        #expect(exactSwiftExpression(Character("c")) == #""c""#)
        #expect(exactSwiftExpression("d" as Unicode.Scalar) == #""d""#)
    }

    @Test func `what hides a part of itself has no exact expression, nor has what it is in`() {
        #expect(exactSwiftExpression(Wrapping()) == nil)
        #expect(exactSwiftExpression(Hidden()) == nil)
        #expect(exactSwiftExpression(Sample.hidden(Hidden())) == nil)
        #expect(exactSwiftExpression([Reference()]) == nil)
        #expect(exactSwiftExpression(Empty()) == nil)
    }

    @Test func `a name has backticks where it needs them`() {
        #expect(exactSwiftExpression([Place.`1st`, .second, .`init`(1)]) == "[.`1st`, .second, .`init`(1)]")
    }
}
