import GalleryMachines
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineDiagrams

/// How tables and diagrams show why an event is rejected.
@Suite(.timeLimit(.minutes(1)), .computing) struct ReasonTests {
    private enum Account: FiniteStateDefinition {
        case open(balance: Int)
        case closed

        enum Event {
            case withdraw(Int)
            case deposit(Int)
            case close
        }

        enum Refusal: Error, Hashable {
            case insufficient(missing: Int)
            case notPositive, closed, invalid
        }

        static var initialStates: [Account] { [.open(balance: 10)] }

        var sampleEvents: [Event] { [.withdraw(0), .withdraw(5), .withdraw(20), .deposit(5), .close] }

        mutating func handleEvent(_ event: Event) throws(Refusal) {
            switch (self, event) {
            case (.open(let balance), .withdraw(let amount)):
                guard amount > 0 else { throw .notPositive }
                guard amount <= balance else { throw .insufficient(missing: amount - balance) }
                self = .open(balance: balance - amount)
            case (.open(let balance), .deposit(let amount)):
                guard balance < 10 else { throw .invalid }
                self = .open(balance: balance + amount)
            case (.open, .close): self = .closed
            case (.closed, .withdraw), (.closed, .deposit): throw .closed
            case (.closed, .close): throw .invalid
            }
        }
    }

    private func account() throws -> MachineDescription {
        MachineDescription(of: try StateGraph(exploring: Account.self))
    }

    @Test func `reasons of three levels and of regions are in the table, the picture and the JSON`() throws {
        let terminal = MachineDescription(of: try StateGraph(exploring: Terminal.self))
        let page = terminal.text(in: .markdown)
        let (open, closed) = ("inside.open<br>–&nbsp;session.account.insufficient", "–&nbsp;session.account.closed")
        let row = "| session.account.withdraw | –&nbsp;session.noCard | \(open) | \(closed) |"
        #expect(page.contains(row), "\(page)")
        #expect(page.contains("| printer.refill | –&nbsp;printer | ready |"), "\(page)")
        #expect(page.contains("unless session.noCard or"), "\(page)")
        let json = terminal.text(in: .json)
        #expect(json.contains("session(account(insufficient(missing: 50)))"))
    }

    @Test func `a rejected cell shows the reason in place of the samples, and a plain one stays as it is`() throws {
        let table = TransitionTable(of: try account())
        #expect(table.states == ["open", "closed"] && table.events == ["withdraw", "deposit", "close"])
        #expect(table[0, 0].words == "– notPositive; open; – insufficient")
        // Which balances can grow is no reason of its own, so the samples are told.
        #expect(table[0, 1].words == "– if balance is 10; open if balance is not 10")
        #expect(table[1, 0].words == "– closed" && table[1, 2].words == "–")
        let page = try account().text(in: .markdown)
        let cells = ["open<br>–&nbsp;notPositive<br>–&nbsp;insufficient", "–, e.g. if balance is 10<br>otherwise open"]
        #expect(page.contains("| open | \(cells[0]) | \(cells[1]) | closed |"))
        #expect(page.contains("| closed | –&nbsp;closed | –&nbsp;closed | – |"))
        #expect(page.contains("“–” means that the event is rejected, for the reason after the dash if there is one."))
        #expect(!page.contains("withdraw is") && !page.contains("the value is"))
    }

    @Test func `a page explains the reasons in the order of their declaration`() throws {
        var machine = try account()
        let names = ["notPositive", "insufficient", "closed"].map { "| \($0) |\n" }.joined()
        let plain = "## Reasons\n\n| reason for rejection |\n| --- |\n\(names)\n"
        #expect(machine.text(in: .markdown).contains(plain))
        let type = try #require(machine.steps.compactMap(\.rejection).first?.type)
        machine.documentation.types[TypeName(type).key] = .init(
            comment: "",
            cases: [
                .init(name: "closed", comment: "Nobody opens it again."),
                .init(name: "insufficient", comment: "It has less than that."),
                .init(name: "notPositive", comment: "Nothing to withdraw."),
            ]
        )
        let rows = [
            "| closed | Nobody opens it again. |", "| insufficient | It has less than that. |",
            "| notPositive | Nothing to withdraw. |",
        ]
        #expect(MarkdownPage(machine).reasons?.hasSuffix(rows.joined(separator: "\n")) == true)
        // A machine without reasons has no such section.
        #expect(MarkdownPage(MachineDescription(of: try StateGraph(exploring: Asking.self))).reasons == nil)
    }

    @Test func `an arrow and a transition name the reason as an exception`() throws {
        let machine = try account()
        let labels = DrawnChart(of: machine).arrows.flatMap(\.labels).map(\.description)
        #expect(labels == ["withdraw [unless notPositive or insufficient]", "deposit [balance is not 10]", "close"])
        #expect(TransitionTable(of: machine).transitions.map(\.event) == labels)
        let arrow = "open --> open : withdraw #91;unless notPositive or insufficient#93;"
        #expect(machine.text(in: .mermaid).contains(arrow))
    }

    @Test func `programs get each reason with its payload`() throws {
        let json = try account().text(in: .json)
        #expect(json.contains("\"reason\" : \"insufficient(missing: 10)\""))
        #expect(json.contains("\"reason\" : \"insufficient(missing: 20)\""))
        #expect(!json.contains("\"reason\" : \"invalid\""))
    }

    /// A child without reasons, one with reasons, and a parent of both.
    private struct Branch: FiniteStateDefinition {
        var account = Account.open(balance: 5)
        var door = Door.open

        enum Door: StateDefinition, Hashable {
            case open, shut
            mutating func handleEvent(_ event: Bool) throws(TransitionError) {
                switch (self, event) {
                case (.open, false): self = .shut
                case (.shut, true): self = .open
                case (.open, true), (.shut, false): throw .invalid
                }
            }
        }

        enum Event {
            case withdraw(Int)
            case turn(isOpen: Bool)
        }

        enum Refusal: Error, Hashable {
            case account(Account.Refusal)
            case door(TransitionError)
            case doorIsShut
        }

        static var initialStates: [Branch] { [Branch()] }

        var sampleEvents: [Event] { [.withdraw(5), .withdraw(0), .turn(isOpen: true), .turn(isOpen: false)] }

        mutating func handleEvent(_ event: Event) throws(Refusal) {
            switch event {
            case .withdraw(let amount):
                guard door == .open else { throw .doorIsShut }
                try account.handleEvent(.withdraw(amount), rejectedAs: Refusal.account)
            case .turn(let isOpen): try door.handleEvent(isOpen, rejectedAs: Refusal.door)
            }
        }
    }

    @Test func `reasons of a child and of a region are in the cells of the regions`() throws {
        let tables = RegionTable.tables(of: MachineDescription(of: try StateGraph(exploring: Branch.self)))
        let words = tables[0].cells.map { cells in
            cells.map { cell in if case .entries(let entries) = cell { entries.words } else { "·" } }
        }
        #expect(tables[0].events == ["withdraw"])
        #expect(words == [["open; – account.notPositive; – account.insufficient; – doorIsShut"]], "\(words)")
    }

    @Test func `a condition that only tells refused values from others is not needed`() throws {
        let isCovered = NamedCondition<Account>.named("covered") { state, event in
            switch (state, event) {
            case (.open(let balance), .withdraw(let amount)): amount <= balance
            case (.open, _), (.closed, _): false
            }
        }
        let machine = MachineDescription(of: try StateGraph(exploring: Account.self), conditions: [isCovered])
        #expect(machine.defects.count == 1)
    }

    private enum Sale: FiniteStateDefinition {
        case open, sold, reserved

        enum Event { case offer(Int, isFriend: Bool) }
        enum Refusal: Error, Hashable { case tooLow, over }

        static var initialStates: [Sale] { [.open] }

        var sampleEvents: [Event] { [1, 5, 9].flatMap { [.offer($0, isFriend: true), .offer($0, isFriend: false)] } }

        mutating func handleEvent(_ event: Event) throws(Refusal) {
            switch (self, event) {
            case (.open, .offer(let price, let isFriend)):
                guard isFriend || price > 1 else { throw .tooLow }
                self = isFriend ? .reserved : .sold
            case (.sold, .offer), (.reserved, .offer): throw .over
            }
        }
    }

    @Test func `an exception belongs to the outcome whose condition the refused values fulfill`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Sale.self))
        #expect(TransitionTable(of: machine)[0, 0].words == "reserved if isFriend; – tooLow; sold if not isFriend")
        #expect(
            TransitionTable(of: machine).transitions.map(\.event) == [
                "offer [isFriend]", "offer [not isFriend, unless tooLow]",
            ]
        )
    }

    private enum Lock: FiniteStateDefinition {
        case shut, open

        enum Event { case turn(hasKey: Bool) }
        enum Refusal: Error, Hashable { case keyIsMissing, invalid }

        static var initialStates: [Lock] { [.shut] }
        var sampleEvents: [Event] { [.turn(hasKey: true), .turn(hasKey: false)] }

        mutating func handleEvent(_ event: Event) throws(Refusal) {
            switch (self, event) {
            case (.shut, .turn(hasKey: true)): self = .open
            case (.shut, .turn(hasKey: false)): throw .keyIsMissing
            case (.open, .turn): throw .invalid
            }
        }
    }

    @Test func `a truth value gives way to the reason in a cell, and stays a guard at an arrow`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Lock.self))
        #expect(TransitionTable(of: machine)[0, 0].words == "open; – keyIsMissing")
        #expect(TransitionTable(of: machine).transitions.map(\.event) == ["turn [hasKey]"])
        #expect(arrows(of: DrawnChart(of: machine)) == ["shut → open: turn [hasKey]"])
    }

    @Test func `a guard about the states of other regions stays, beside the reason`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: FormValidation.self))
        let submission = RegionTable.tables(of: machine)[2]
        let words = submission.cells[0].map { cell in
            if case .entries(let entries) = cell { entries.words } else { "·" }
        }
        #expect(words.contains("– incomplete; submitting if name is valid and email is valid"), "\(words)")
        let labels = DrawnChart(of: machine).arrows.flatMap(\.labels).map(\.description)
        #expect(labels.contains("submit [name: valid and email: valid]"))
    }
}
