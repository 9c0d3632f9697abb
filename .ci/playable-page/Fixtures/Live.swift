import Foundation
import StateMachineExampleSupport
import StateMachineInspection
import StateMachines

/// Many lifts at once, which are inspected.
@MainActor
enum Live {
    /// How many events each lift gets: the digits of its number to the base 4, the last one first.
    static let eventCount = 3

    /// Sends one lift so many events, without a pause, and keeps it until the input ends.
    static func flood(_ count: Int) async {
        let lift = StateMachine(Refuted.ground)
        lift.inspect("lift")
        for number in 0..<count { lift.send(Refuted.Event.allCases[number % 4]) }
        for _ in 0..<30 { await MachineInspector.shared?.flush() }
        print("\(count) events were sent")
        fflush(nil)
        for await _ in InputLines.read() {}
    }

    /// Runs the lifts, and keeps them until the input ends.
    static func run(_ count: Int) async {
        var lifts = (0..<count).map { number in
            let lift = StateMachine(Refuted.ground)
            lift.inspect("lift \(number)", watching: Refuted.properties, accepting: [.samples])
            lift.start()
            return lift
        }
        var digit = 1
        for _ in 0..<eventCount {
            for (number, lift) in lifts.enumerated() { lift.send(Refuted.Event.allCases[number / digit % 4]) }
            digit *= 4
            // Each time at most a second. What the inspector has cannot get lost.
            for _ in 0..<30 { await MachineInspector.shared?.flush() }
        }
        print("\(count) lifts have moved")
        fflush(nil)
        for await _ in InputLines.read() {}
        lifts = []
        for _ in 0..<30 { await MachineInspector.shared?.flush() }
    }
}
