/// The JSON of a machine, as described by the schema in `Docs/machine.schema.json`.
struct JSONDocument: Encodable {
    var version = 2
    var name: String
    var module: String?
    var type: String?
    var comment: String?
    var states: [State]
    var events: [Event]
    var activities: [Activity]
    var transitions: [Transition]
    var rejections: [Rejection]
    var chart: Chart
    var findings: [String]
    var properties: [Property]

    struct State: Encodable {
        var id: String
        var name: String
        var path: [String]
        var regions: [Region]?
        var isInitial: Bool
        var isFinal: Bool
        var isCut: Bool
        var activities: [String]
        var chartStates: [String]
        var swift: String?
        var values: [String]?
    }

    struct Region: Encodable {
        var name: String
        var path: [String]
    }

    struct Event: Encodable {
        var id: String
        var name: String
        var path: [String]
        var comment: String?
        var swift: String?
    }

    struct Activity: Encodable {
        var name: String
        var comment: String?
    }

    struct Rejection: Encodable {
        var source: Int
        var event: Int
        var reason: String
    }

    struct Transition: Encodable {
        var source: Int
        var event: Int
        var target: Int
        var exited: [String]
        var entered: [String]
        var output: String?
        var arrows: [String]
    }
}

extension JSONDocument {
    struct Chart: Encodable {
        var regions: [Region]
        var arrows: [Arrow]
        var ignored: [String]
        var updating: [String]

        struct Region: Encodable {
            var id: String?
            var name: String?
            var states: [State]
        }

        struct State: Encodable {
            var id: String
            var name: String
            var comment: String?
            var activities: [String]
            var isInitial: Bool
            var isFinal: Bool
            var isEnd: Bool
            var isFailure: Bool
            var regions: [Region]
        }

        struct Arrow: Encodable {
            var id: String
            var source: String
            var target: String
            var labels: [String]
        }
    }
}

extension JSONDocument {
    struct Property: Encodable {
        var name: String
        var kind: String
        var verdict: Verdict
        var reason: String?
        var counterexample: Counterexample?
        var check: Check?
        var unchecked: String?
    }

    enum Verdict: String, Encodable {
        case holds, refuted, undecided
    }

    struct Counterexample: Encodable {
        var trace: [Moment]
        var loop: [Moment]?

        struct Moment: Encodable {
            var event: Int?
            var state: Int
            var name: String
        }
    }
}

extension JSONDocument {
    /// What a page needs to check a recording: one of the four members.
    ///
    /// The tables are numbers with spaces between them, because they can be long.
    struct Check: Encodable {
        var states: States?
        var steps: Steps?
        var memory: Memory?
        var promise: Promise?

        struct States: Encodable {
            var broken: String
            var unsure: String
        }

        struct Steps: Encodable {
            var broken: String
            var unsure: String
        }

        struct Memory: Encodable {
            var starts: String
            var moves: String
            var broken: String
            var unsure: String
        }

        struct Promise: Encodable {
            var starts: String?
            var begins: String
            var goals: String
            var unsure: String
        }
    }
}
