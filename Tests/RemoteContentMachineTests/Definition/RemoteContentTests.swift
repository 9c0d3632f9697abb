import RemoteContentMachine
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct RemoteContentTests {
    @Test func `a screen is notified of the first state and of each later one`() {
        let content = RemoteContent<String>()
        var shown: [RemoteContentState] = []
        content.didChangeState = { shown.append($0) }
        content.start()
        content.receiveError()
        content.reload()
        content.receiveData(["news"])
        content.reload()
        content.receiveData([])
        #expect(shown == [.loading, .error, .loading, .loaded(.data), .loaded(.refresh), .loaded(.empty)])
        #expect(content.state == .loaded(.empty))
    }

    @Test func `the elements are there when the screen is notified, and stay during a refresh`() {
        let content = RemoteContent<Int>()
        var shown: [[Int]] = []
        content.didChangeState = { [unowned content] _ in shown.append(content.elements) }
        content.start()
        content.receiveData([1, 2])
        content.reload()
        content.receiveError()
        #expect(shown == [[], [1, 2], [1, 2], [1, 2]])
    }

    @Test func `an answer that is not awaited changes nothing`() {
        let content = RemoteContent<Int>()
        content.start()
        content.receiveData([1])
        content.didChangeState = { Issue.record("the screen is notified of \($0)") }
        #expect(!content.receiveData([2, 3]).isHandled)
        content.didChangeState = nil
        #expect(content.elements == [1])
        #expect(content.state == .loaded(.data))
        // Nor does it come in place of a later one.
        content.reload()
        content.receiveData([4])
        #expect(content.elements == [4])
    }

    @Test func `an answer that is rejected when its turn comes leaves the elements as they were`() {
        let content = RemoteContent<Int>()
        content.start()
        content.receiveData([1])
        content.didChangeState = { [unowned content] state in
            if state == .loaded(.refresh) {
                content.receiveData([2])
                content.receiveData([9])
            }
        }
        content.reload()
        #expect(content.elements == [2])
        #expect(content.state == .loaded(.data))
        content.didChangeState = nil
        content.reload()
        content.receiveData([3])
        #expect(content.elements == [3])
    }

    @Test func `an answer that is dropped while hooks hear of another drop is forgotten`() {
        let content = RemoteContent<Int>()
        content.start()
        content.machine.chainLimit = 0
        var dropped: [RemoteContentState.Event] = []
        content.machine.onDrop { [unowned content] event, _ in
            dropped.append(event)
            #expect(!content.receiveData([2]).isHandled)
        }
        content.didChangeState = { [unowned content] state in
            if state == .error { content.receiveData([1]) }
        }
        content.receiveError()
        #expect(dropped == [.didReceiveData])
        content.reload()
        content.receiveData([3])
        #expect(content.elements == [3])
    }
}
