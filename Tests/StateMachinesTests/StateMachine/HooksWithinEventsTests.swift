import StateMachineTestSupport
import StateMachines
import Testing

/// What a definition calls from within `handleEvent`.
@MainActor private var callFromHandleEvent: () -> Void = {}

/// A listing that calls a closure within `handleEvent`, which a definition should not do, and which
/// does no harm.
private struct Noticed: ActivityVisiting {
    enum Event {
        case notice([Int])
        case noticeAndReject
        case list([Int])
    }

    var list: [Int]

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .notice(let new):
            MainActor.assumeIsolated { callFromHandleEvent() }
            list = new
        case .noticeAndReject:
            MainActor.assumeIsolated { callFromHandleEvent() }
            throw .invalid
        case .list(let new): list = new
        }
    }

    func visitActivities(_ visit: (Int) -> Void) {
        for activity in list { visit(activity) }
    }
}

@MainActor
@Suite(.serialized, .timeLimit(.minutes(2)), .computing) struct HooksWithinEventsTests {
    /// The activities with which hooks are called that the first event adds.
    private func heard(from list: [Int], _ events: [Noticed.Event], isAttended: Bool) -> [Int] {
        let machine = StateMachine(Noticed(list: list))
        var log: [Int] = []
        callFromHandleEvent = { [unowned machine] in
            machine.onActivityExit { log.append(-$0) }
            machine.onActivityEntry { log.append($0) }
        }
        defer { callFromHandleEvent = {} }
        machine.start()
        if isAttended { machine.onRejection { _ in } }
        for event in events { machine.send(event) }
        return log
    }

    @Test(arguments: [false, true])
    func `a hook added within handleEvent is not called for activities that are current already`(isAttended: Bool) {
        #expect(heard(from: [1, 2], [.notice([1, 2])], isAttended: isAttended) == [])
        #expect(heard(from: [1, 2], [.notice([2, 3])], isAttended: isAttended) == [])
        #expect(heard(from: [1], [.notice([1]), .list([1, 2])], isAttended: isAttended) == [2])
        #expect(heard(from: [1], [.notice([1]), .list([2])], isAttended: isAttended) == [-1, 2])
    }

    @Test(arguments: [false, true])
    func `a hook added within handleEvent is called for the next event, unless activities were current`(
        isAttended: Bool
    ) {
        #expect(heard(from: [], [.notice([]), .list([1])], isAttended: isAttended) == [1])
        #expect(heard(from: [1], [.noticeAndReject, .list([1, 2])], isAttended: isAttended) == [2])
        #expect(heard(from: [1], [.noticeAndReject, .list([2])], isAttended: isAttended) == [-1, 2])
    }

    @Test func `a hook added while an event of a hook is handled is called for the next such event`() {
        let machine = StateMachine(Noticed(list: [1]))
        var log: [Int] = []
        callFromHandleEvent = { [unowned machine] in
            machine.onActivityExit { log.append(-$0) }
            machine.onActivityEntry { log.append($0) }
        }
        defer { callFromHandleEvent = {} }
        var isFirst = true
        machine.onChange { [unowned machine] _, _ in
            guard isFirst else { return }
            isFirst = false
            machine.send(.noticeAndReject)
            machine.send(.list([2]))
        }
        machine.send(.list([1]))
        #expect(log == [-1, 2])
    }
}
