import Foundation
import StateMachineInspectionMessages
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineInspection

/// What two processes read of each other, at its bounds.
@Suite(.timeLimit(.minutes(1)), .computing) struct MessageTests {
    private static let largest = "9007199254740991"

    private func isRead<Message: Decodable>(_ type: Message.Type, _ json: String) -> Bool {
        (try? JSONDecoder().decode(type, from: Data(json.utf8))) != nil
    }

    @Test(arguments: [
        ("0", true), ("1", true), (largest, true), ("9007199254740992", false), ("-1", false), ("0.5", false),
        ("null", false), ("\"1\"", false),
    ])
    func `a number is a whole one from 0 to 2⁵³ - 1`(number: String, isRead: Bool) {
        func record(_ sequence: String, _ machine: String, _ index: String) -> Bool {
            let numbers = #""sequence":\#(sequence),"machine":\#(machine),"index":\#(index)"#
            return self.isRead(RecordHead.self, #"{"kind":"entry",\#(numbers)}"#)
        }
        #expect(record(number, "0", "0") == isRead)
        #expect(record("0", number, "0") == isRead)
        #expect(record("0", "0", number) == isRead)
        #expect(self.isRead(BatchAnswer.self, #"{"server":"s","next":\#(number)}"#) == isRead)
        let command = #"{"session":"s","machine":\#(number),"command":"c"}"#
        #expect(self.isRead(CommandHead.self, command) == isRead)
    }

    @Test(arguments: [
        ("0", true), ("0.5", true), ("null", true), (largest, true), ("9007199254740992", false), ("-0.5", false),
        ("1e308", false), ("\"1\"", false),
    ])
    func `a time is from 0 to 2⁵³ - 1 seconds, or there is none`(time: String, isRead: Bool) {
        #expect(self.isRead(RecordHead.self, #"{"kind":"entry","sequence":0,"machine":0,"time":\#(time)}"#) == isRead)
        #expect(self.isRead(RecordHead.self, #"{"kind":"entry","sequence":0,"machine":0}"#))
    }

    @Test(arguments: ["machine", "started", "entry", "failure", "outcome", "stopped", "ended"])
    func `a record has a kind that is known, and all that both sides need`(kind: String) throws {
        let json = #"{"kind":"\#(kind)","sequence":3,"machine":4,"name":"n","type":"t"}"#
        let head = try JSONDecoder().decode(RecordHead.self, from: Data(json.utf8))
        #expect(head.kind.rawValue == kind && head.sequence == 3 && head.machine == 4)
        #expect(head.name == "n" && head.type == "t")
        for missing in [#""kind":"\#(kind)","#, #""sequence":3,"#, #""machine":4,"#] {
            #expect(!isRead(RecordHead.self, json.replacing(missing, with: "")), "\(missing)")
        }
        #expect(!isRead(RecordHead.self, json.replacing(kind, with: "\(kind)s")))
    }

    @Test func `a command and an answer have all their parts`() throws {
        let command = try JSONDecoder().decode(
            CommandHead.self,
            from: Data(#"{"session":"s","machine":4,"command":"c"}"#.utf8)
        )
        #expect(command.session == "s" && command.machine == 4 && command.command == "c")
        let answer = BatchAnswer(server: "/s", next: 5)
        #expect(answer.jsonLine == #"{"next":5,"server":"/s"}"#)
        #expect(try JSONDecoder().decode(BatchAnswer.self, from: Data(answer.jsonLine.utf8)) == answer)
        #expect(Double.nan.jsonLine == "{}")
    }

    @Test(arguments: [
        ("http://127.0.0.1:1", true), ("http://localhost:65535", true), ("http://localhost:0", false),
        ("http://localhost:65536", false), ("http://localhost", false), ("http://localhost:", false),
        ("http://evil.localhost:80", false), ("http://localhost.evil.com:80", false), ("http://LOCALHOST:80", false),
        ("http://[::1]:80", false), ("http://0.0.0.0:80", false), ("http://:80", false),
        ("https://localhost:80", false),
        ("HTTP://localhost:80", false), ("ws://localhost:80", false), ("//localhost:80", false),
        ("http://localhost:80@evil.com:80", false),
    ])
    func `an inspector is at a port of this computer`(origin: String, isThere: Bool) throws {
        let text = "\(origin)/?token=\(testToken)"
        #expect((try? InspectorAddress(text)) == (isThere ? InspectorAddress(origin: origin, token: testToken) : nil))
    }

    @Test func `the parts of an address can be used`() throws {
        let address = try InspectorAddress("http://a@localhost:80/x/y?a=b&token=\(testToken)&token=0#f")
        #expect(address.origin == "http://localhost:80" && address.token == testToken && address.port == 80)
        #expect(address.text == "http://localhost:80/?token=\(testToken)")
        #expect(address.url(of: "/records")?.absoluteString == "http://localhost:80/records")
    }

    private static let tokens: [(text: String, isToken: Bool)] = [
        (testToken, true), ("\(testToken)0", true), (testToken.uppercased(), true), ("", false),
        ("\(testToken.dropLast())", false), ("\(testToken.dropLast())g", false), ("\(testToken.dropLast()) ", false),
        ("\(testToken)-", false), (String(repeating: "０", count: 32), false),
        (String(repeating: "é", count: 32), false),
    ]

    @Test(arguments: tokens)
    func `a token is at least 32 hexadecimal digits`(text: String, isToken: Bool) {
        #expect(InspectorAddress.isToken(text) == isToken)
    }

    @Test func `each outcome has a word, and a reason that has no event in it`() {
        typealias Outcome = StateMachine<Player>.Outcome
        let invalid = InvalidTransition<Player>(state: .idle, event: .stop)
        let outcomes: [(Outcome, CommandOutcome.Word, String?)] = [
            (.handled(()), .handled, nil), (.rejected(invalid), .rejected, nil), (.enqueued, .enqueued, nil),
            (.dropped(.stale), .dropped, "stale"), (.dropped(.stopped), .dropped, "stopped"),
            (.dropped(.released), .dropped, "released"),
            (.dropped(.chainTooLong(lastEvents: [.play(title: "secret")])), .dropped, "chainTooLong"),
        ]
        for (outcome, word, reason) in outcomes {
            let written = CommandOutcome(outcome, .nothing)
            #expect(written.word == word && written.reason == reason, "\(outcome)")
        }
        let refusal = Terminal.Refusal.session(.account(.insufficient(missing: 50)))
        let rejected = StateMachine<Terminal>.Outcome.rejected(.init(state: Terminal(), event: .reset, reason: refusal))
        #expect(CommandOutcome(rejected, .nothing).reason == "session(account(insufficient(missing: 50)))")
        #expect(CommandOutcome(rejected, .payloads).reason == "session.account.insufficient")
        #expect(CommandOutcome.refused("why").word == .refused && CommandOutcome.refused("why").reason == "why")
    }
}
