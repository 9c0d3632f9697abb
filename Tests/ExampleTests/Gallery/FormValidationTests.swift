import GalleryMachines
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct FormValidationTests {
    typealias Form = FormValidation
    typealias Row = (state: String, cells: [String])

    static let events: [Form.Event] = [
        .editName(""), .editName("A"), .editName("Ada"), .editEmail(""), .editEmail("ada"), .editEmail("ada@x.org"),
        .submit, .didSucceed, .didFail("taken"),
    ]

    /// The state after each of the events: – if it is rejected, = if it changes nothing.
    ///
    /// The fields are e, i and v: empty, invalid and valid, the name before the address.
    static let table: [Row] = [
        // name "" "A" "Ada" address "" "ada" "ada@x.org" submit taken refused
        ("ee editing", ["=", "ie editing", "ve editing", "=", "ei editing", "ev editing", "–", "–", "–"]),
        ("ie editing", ["ee editing", "=", "ve editing", "=", "ii editing", "iv editing", "–", "–", "–"]),
        ("ve editing", ["ee editing", "ie editing", "=", "=", "vi editing", "vv editing", "–", "–", "–"]),
        ("ei editing", ["=", "ii editing", "vi editing", "ee editing", "=", "ev editing", "–", "–", "–"]),
        ("ii editing", ["ei editing", "=", "vi editing", "ie editing", "=", "iv editing", "–", "–", "–"]),
        ("vi editing", ["ei editing", "ii editing", "=", "ve editing", "=", "vv editing", "–", "–", "–"]),
        ("ev editing", ["=", "iv editing", "vv editing", "ee editing", "ei editing", "=", "–", "–", "–"]),
        ("iv editing", ["ev editing", "=", "vv editing", "ie editing", "ii editing", "=", "–", "–", "–"]),
        ("vv editing", ["ev editing", "iv editing", "=", "ve editing", "vi editing", "=", "vv submitting", "–", "–"]),
        ("vv submitting", ["–", "–", "–", "–", "–", "–", "–", "vv submitted", "vv failed"]),
        ("vv submitted", ["–", "–", "–", "–", "–", "–", "–", "–", "–"]),
        (
            "vv failed",
            [
                "ev editing", "iv editing", "vv editing", "ve editing", "vi editing", "vv editing", "vv submitting",
                "–", "–",
            ]
        ),
    ]

    static func form(_ name: String) -> Form {
        let letters = Array(name.prefix(2))
        let texts: [(Character, Form.Event, Form.Event)] = [
            ("i", .editName("A"), .editEmail("ada")), ("v", .editName("Ada"), .editEmail("ada@x.org")),
        ]
        var events = texts.filter { $0.0 == letters[0] }.map(\.1) + texts.filter { $0.0 == letters[1] }.map(\.2)
        if name.hasSuffix("submitting") { events += [.submit] }
        if name.hasSuffix("submitted") { events += [.submit, .didSucceed] }
        if name.hasSuffix("failed") { events += [.submit, .didFail("taken")] }
        return events.reduce(into: Form()) { form, event in
            do { try form.handleEvent(event) } catch { Issue.record("\(form) does not handle \(event)") }
        }
    }

    static func activities(of name: String) -> [Form.Activity] {
        let letters = Array(name.prefix(2))
        return (letters[0] == "i" ? [.name(.hint)] : []) + (letters[1] == "i" ? [.email(.hint)] : [])
            + (name.hasSuffix("submitting") ? [.submission(.request)] : [])
    }

    static let pairs: [Pair<Form>] = table.flatMap { row in
        zip(events, row.cells).map { event, cell in
            if cell == "–" { return Pair(form(row.state), event) }
            let next = cell == "=" ? row.state : cell
            let (before, after) = (activities(of: row.state), activities(of: next))
            return Pair(
                form(row.state),
                event,
                form(next),
                exits: before.reversed().filter { !after.contains($0) },
                enters: after.filter { !before.contains($0) }
            )
        }
    }

    @Test(arguments: pairs)
    func `every pair of state and event behaves as the table says`(pair: Pair<Form>) {
        pair.check()
    }

    @Test func `the table has every pair of state and event`() {
        #expect(Self.table.allSatisfy { $0.cells.count == Self.events.count })
        expectComplete(Self.pairs, states: 12, events: 9)
    }

    @Test func `submit is handled exactly where canSubmit is true`() {
        for row in Self.table {
            var form = Self.form(row.state)
            let canSubmit = form.canSubmit
            let isHandled = (try? form.handleEvent(.submit)) != nil
            #expect(isHandled == canSubmit, "\(row.state)")
        }
    }

    @Test func `a rejection says whether a field is wrong or the form cannot change`() {
        for row in Self.table {
            let form = Self.form(row.state)
            let isLocked = form.submission == .submitting || form.submission == .submitted
            #expect(form.rejection(of: .editName("Ada")) == (isLocked ? .locked : nil), "\(row.state)")
            let reason: Form.Refusal? = form.canSubmit ? nil : isLocked ? .invalid : .incomplete
            #expect(form.rejection(of: .submit) == reason, "\(row.state)")
        }
    }

    @Test(arguments: [
        ("A", Form.Field.Rule.name, false), ("Al", .name, true), ("  A  ", .name, false), (" Al", .name, true),
        ("A B", .name, true), ("ada@example.org", .email, true), ("a@b.c", .email, true), ("ada", .email, false),
        ("ada@", .email, false), ("@example.org", .email, false), ("ada@example", .email, false),
        ("ada@.org", .email, false), ("ada@example.", .email, false), ("a@b@c.org", .email, false),
        ("a da@example.org", .email, false), ("@", .email, false),
    ])
    func `a rule allows valid texts and no others`(text: String, rule: Form.Field.Rule, isAllowed: Bool) {
        #expect(rule.allows(text) == isAllowed)
        for before in [Form.Field.empty, .invalid("x"), .valid("y")] {
            var field = before
            field.handleEvent(.edit(text, rule))
            #expect(field == (isAllowed ? .valid(text) : .invalid(text)))
            #expect(field.isValid == isAllowed)
            #expect(field.activities == (isAllowed ? [] : [.hint]))
            field.handleEvent(.edit("", rule))
            #expect(field == .empty)
        }
    }

    static let submissions: [Pair<Form.Submission>] = [
        Pair(.editing, .edit, .editing),
        Pair(.editing, .submit, .submitting, enters: [.request]),
        Pair(.editing, .didSucceed),
        Pair(.editing, .didFail("no")),

        Pair(.submitting, .edit),
        Pair(.submitting, .submit),
        Pair(.submitting, .didSucceed, .submitted, exits: [.request]),
        Pair(.submitting, .didFail("no"), .failed("no"), exits: [.request]),

        Pair(.submitted, .edit),
        Pair(.submitted, .submit),
        Pair(.submitted, .didSucceed),
        Pair(.submitted, .didFail("no")),

        Pair(.failed("first"), .edit, .editing),
        Pair(.failed("first"), .submit, .submitting, enters: [.request]),
        Pair(.failed("first"), .didSucceed),
        Pair(.failed("first"), .didFail("no")),
    ]

    @Test(arguments: submissions)
    func `every pair of the submission behaves as the table says`(pair: Pair<Form.Submission>) {
        pair.check()
    }

    @Test func `the table has every pair of the submission`() {
        expectComplete(Self.submissions, states: 4, events: 4)
    }
}
