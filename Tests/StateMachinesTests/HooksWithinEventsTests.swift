import StateMachines
import TestSupport
import Testing

/// What a definition calls from within `handleEvent`.
@MainActor private var callFromHandleEvent: () -> Void = {}

/// A listing of which somebody takes notice in the middle of an event, which nobody should, and nothing bad comes of it.
private struct Noticed: ActivityVisiting {
    enum Event { case notice([Int]), noticeAndReject, list([Int]) }

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
    /// What hooks of activities hear that are added by the first event.
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
    func `a hook added within handleEvent hears no entries of what goes on already`(isAttended: Bool) {
        #expect(heard(from: [1, 2], [.notice([1, 2])], isAttended: isAttended) == [])
        #expect(heard(from: [1, 2], [.notice([2, 3])], isAttended: isAttended) == [])
        #expect(heard(from: [1], [.notice([1]), .list([1, 2])], isAttended: isAttended) == [2])
        #expect(heard(from: [1], [.notice([1]), .list([2])], isAttended: isAttended) == [-1, 2])
    }

    @Test(arguments: [false, true])
    func `a hook added within handleEvent hears of the next event, if nothing went on or the event was rejected`(
        isAttended: Bool
    ) {
        #expect(heard(from: [], [.notice([]), .list([1])], isAttended: isAttended) == [1])
        #expect(heard(from: [1], [.noticeAndReject, .list([1, 2])], isAttended: isAttended) == [2])
        #expect(heard(from: [1], [.noticeAndReject, .list([2])], isAttended: isAttended) == [-1, 2])
    }

    @Test func `a hook added within the handling of an event of a hook hears of the next one of them`() {
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
